export type ChangelogState = 'draft' | 'scheduled' | 'published'

/** The one state that an entry's two moments put it in (contract chapter 3). */
export function changelogState(changelog: {
  publishedAt: Date | null
  scheduledAt: Date | null
}): ChangelogState {
  if (changelog.publishedAt) return 'published'
  return changelog.scheduledAt ? 'scheduled' : 'draft'
}
