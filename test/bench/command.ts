import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../support/contract/source-files.ts'
import { PUBLIC_URL, type Bench } from './bench.ts'
import { cpuTime } from './cpu-time.ts'
import { peakResidentMb } from './resident.ts'

/** Use of a command: seconds of CPU of its process and of PostgreSQL, and its peak of resident memory. */
type Command = { output: Record<string, unknown>; own: number; postgres: number; resident: number }

const POLL_MS = 50

/**
 * Runs a command of the operator in a process of its own.
 * @throws Error if it fails
 */
export async function runCommand({ url, secretKey, postmaster }: Bench, command: string[]): Promise<Command> {
  const before = cpuTime([], postmaster).postgres
  const { PATH, HOME } = process.env
  const settings = { DATABASE_URL: url, SECRET_KEY: secretKey.toString('base64'), PUBLIC_URL }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `${ROOT}src/cli.ts`, '--json', ...command],
    { env: { PATH, HOME, NODE_ENV: 'production', ...settings }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  let code: number | null | undefined
  child.once('close', (status) => (code = status))
  let [own, resident] = [0, 0]
  while (code === undefined) {
    own = Math.max(own, cpuTime([child.pid ?? 0], postmaster).servers)
    resident = Math.max(resident, peakResidentMb(child.pid ?? 0))
    await sleep(POLL_MS)
  }
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${text}`)
  const postgres = cpuTime([], postmaster).postgres - before
  return { output: JSON.parse(text) as Record<string, unknown>, own, postgres, resident }
}
