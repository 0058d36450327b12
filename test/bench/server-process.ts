import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type ServerProcess = {
  /** Empty for a server that works without listening. */
  url: string
  pid: number
  /** What it has printed, line by line. */
  lines: string[]
  /** Ends it in order; by force when it takes too long. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const START_MS = 30_000
const STOP_MS = 12_000

/**
 * Starts a server that says `listening on <url>`, or `working`, in a process of its own with exactly the given settings.
 * It never outlives this process's own end.
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeOptions, script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${script} does not start`)), START_MS)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      const [, found = ''] = /^listening on (http:\S+)|^working/.exec(line) ?? [null, null]
      if (found === null) return
      clearTimeout(late)
      resolve(found)
    })
  }).catch((error: unknown) => {
    kill()
    throw error
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(kill, STOP_MS)
    await exited
    clearTimeout(force)
    process.off('exit', kill)
  }
  return { url, pid: child.pid ?? 0, lines, stop, [Symbol.asyncDispose]: stop }
}
