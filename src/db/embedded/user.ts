import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readLines } from './read-lines.ts'

/** The system user that runs the server. Empty for the current one. */
export type ServerUser = { uid?: number; gid?: number }

const LAST_RESORT = 65_534
// Bits of capabilities(7).
const CAPABILITIES: Record<string, bigint> = {
  CAP_CHOWN: 1n << 0n,
  CAP_DAC_OVERRIDE: 1n << 1n,
  CAP_SETGID: 1n << 6n,
  CAP_SETUID: 1n << 7n,
}

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root. Empty unless this process is root. For
 * root it is the first of: the non-root owner of one of `owned` (existing paths), the system's `postgres`,
 * its `nobody`, uid 65534. No user is created.
 * @throws Error for a root without the capabilities that this takes, as in a container that drops them.
 */
export function chooseUser(owned: string[]): ServerUser {
  if (!isRoot()) return {}
  assertCapable()
  for (const path of owned) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid }
  }
  return systemUser('postgres') ?? systemUser('nobody') ?? { uid: LAST_RESORT, gid: LAST_RESORT }
}

/** Whether this process is root. Never on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Whether the mode bits let `user` pass through every directory above `path` and enter or execute `path`
 * itself.
 */
export function mayEnter(path: string, user: ServerUser): boolean {
  if (user.uid === undefined) return true
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return false
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001
  return (stat.mode & bit) !== 0 && (dirname(path) === path || mayEnter(dirname(path), user))
}

function assertCapable(): void {
  const effective = readLines('/proc/self/status')
    .find((line) => line.startsWith('CapEff:'))
    ?.split(/\s+/)[1]
  const missing =
    effective === undefined
      ? []
      : Object.keys(CAPABILITIES).filter((name) => !(BigInt(`0x${effective}`) & (CAPABILITIES[name] ?? 0n)))
  if (missing.length === 0) return
  throw new Error(
    `PostgreSQL does not run as root, and this root may not run it as another user: it lacks ${missing.join(', ')}. Start as an ordinary user, or set DATABASE_URL to use a PostgreSQL of your own.`,
  )
}

function systemUser(name: string): ServerUser | undefined {
  const line = readLines('/etc/passwd')
    .find((entry) => entry.startsWith(`${name}:`))
    ?.split(':')
  const [uid, gid] = [Number(line?.[2]), Number(line?.[3])]
  return uid > 0 && gid > 0 ? { uid, gid } : undefined
}
