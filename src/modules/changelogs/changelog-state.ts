export type ChangelogState = 'draft' | 'scheduled' | 'published'

/** Returns the state of an entry, which follows from its two publication dates (contract 3). */
export function changelogState(changelog: {
  publishedAt: Date | null
  scheduledAt: Date | null
}): ChangelogState {
  if (changelog.publishedAt) return 'published'
  return changelog.scheduledAt ? 'scheduled' : 'draft'
}
