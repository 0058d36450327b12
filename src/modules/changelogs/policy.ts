import { hasTeamView, type Caller } from '../../auth/caller.ts'

/** Returns whether the caller may see an entry: the team all of them, others the published ones. */
export function canSeeChangelog(caller: Caller, changelog: { publishedAt: Date | null }): boolean {
  return changelog.publishedAt !== null || hasTeamView(caller)
}
