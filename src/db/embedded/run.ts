import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import type { ServerUser } from './user.ts'

/**
 * Starts a PostgreSQL program as `user` with a minimal environment, because PG* variables would change its
 * behavior. Resolves once the system has started it.
 * @throws Error with the remedy when the system cannot start it.
 */
export async function launchAs(
  user: ServerUser,
  file: string,
  args: string[],
  stdio: StdioOptions,
  detached = false,
): Promise<ChildProcess> {
  try {
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio,
      detached,
      windowsHide: true,
    })
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw cannotRun(file, user, error as NodeJS.ErrnoException)
  }
}

/**
 * Runs a PostgreSQL program as `user` until it exits and returns its output.
 * @throws Error with that output when it fails, or with the remedy when the system cannot run it.
 */
export async function run(file: string, args: string[], user: ServerUser): Promise<string> {
  const child = await launchAs(user, file, args, ['ignore', 'pipe', 'pipe'])
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | string | null>((resolve) => {
    child.on('close', (exit, signal) => resolve(exit ?? signal))
  })
  if (code !== 0)
    throw new Error(`${file} failed (${code}):\n${lastLines(output)}${hint(output) && `.${hint(output)}`}`)
  return output
}

/** The remedy for a failure that PostgreSQL reported in `output`. Empty when none is known. */
export function hint(output: string): string {
  if (/No space left|Check free disk space/.test(output)) return ' Make room on that disk and start again.'
  if (/Cannot allocate memory|could not map anonymous shared memory/.test(output))
    return ' The machine has too little free memory.'
  return ''
}

/** Returns the last two errors of a program's output, or its last lines if it names none as such. */
export function lastLines(output: string): string {
  const lines = output.trim().split('\n')
  const errors = lines.filter((line) => /\b(PANIC|FATAL|ERROR|error):/.test(line))
  return (errors.length > 0 ? errors.slice(-2) : lines.slice(-8)).join('\n')
}

function cannotRun(file: string, user: ServerUser, cause: NodeJS.ErrnoException): Error {
  const why =
    (cause.code === 'EPERM' || cause.code === 'EINVAL') && user.uid !== undefined
      ? `this root may not become user ${user.uid}, and PostgreSQL does not run as root: start as an ordinary user`
      : cause.code === 'ENOENT'
        ? 'this system lacks the C library it was built for (glibc), or the installation is incomplete: run npm ci again'
        : 'make the program and all directories above it executable for that user'
  return new Error(
    `Cannot run ${file} (${cause.code}): ${why}, or set DATABASE_URL to use a PostgreSQL of your own.`,
    { cause },
  )
}
