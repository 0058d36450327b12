import { hasTeamView, type Caller } from '../../auth/caller.ts'

/** Returns whether the caller may see a roadmap: the team all of them, others the public ones. */
export function canSeeRoadmap(caller: Caller, roadmap: { isPublic: boolean }): boolean {
  return roadmap.isPublic || hasTeamView(caller)
}
