import { hasTeamView, type Caller } from '../../auth/caller.ts'

/**
 * Returns whether the caller may see an entry: the team all of them, others the published ones and the one they
 * preview.
 */
export function canSeeChangelog(
  caller: Caller,
  changelog: { id: number; publishedAt: Date | null },
): boolean {
  return changelog.publishedAt !== null || hasTeamView(caller) || caller.previews === changelog.id
}
