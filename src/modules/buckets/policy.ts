import { hasTeamView, type Caller } from '../../auth/caller.ts'

/** Returns whether the caller may see a bucket: the team all of them, others the public ones. */
export function canSeeBucket(caller: Caller, bucket: { private: boolean }): boolean {
  return !bucket.private || hasTeamView(caller)
}
