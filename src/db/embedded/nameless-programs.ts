import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** Message of programs that ask for the name of a user without an entry in the system's list of users. */
export const NAMELESS = /could not look up effective user ID/

/** Names of functions of the C library, as the table of imported symbols contains them. */
const [ASKED, ANSWERED] = [Buffer.from('\0getpwuid\0'), Buffer.from('\0getpwent\0')]

/**
 * Makes copies of `initdb` and `postgres` in a new directory that call getpwent(3) instead of getpwuid(3), and returns
 * the path of `initdb`. Containers may run as a user id without an entry, for which the second one fails. The
 * programs only need some name, because the cluster names its superuser itself. They create a cluster, and are
 * removed then: the server itself does not ask.
 */
export function makeNameless(
  { initdb, postgres }: Pick<Binaries, 'initdb' | 'postgres'>,
  dir: string,
): string {
  const native = dirname(dirname(initdb))
  mkdirSync(join(dir, 'bin'), { recursive: true })
  for (const name of ['lib', 'share']) symlinkSync(join(native, name), join(dir, name))
  for (const program of [initdb, postgres]) {
    const copy = join(dir, 'bin', basename(program))
    writeFileSync(copy, renamed(readFileSync(program)))
    chmodSync(copy, 0o755)
  }
  return join(dir, 'bin', basename(initdb))
}

function renamed(program: Buffer): Buffer {
  for (let at = program.indexOf(ASKED); at >= 0; at = program.indexOf(ASKED, at + 1))
    ANSWERED.copy(program, at)
  return program
}
