import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type ServerProcess = {
  /** Base URL, or empty for a server that does not listen. */
  url: string
  pid: number
  /** Every printed line. */
  lines: string[]
  /** Stops the server in order, or by force after a timeout. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const START_MS = 120_000
const STOP_MS = 12_000

/**
 * Starts a server that prints `listening on <url>` or `worker started`, in a separate process with exactly the given
 * settings. `cwd` is its folder, by default that of this process. The server ends with this process at the latest.
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  nodeOptions: string[] = [],
  cwd = process.cwd(),
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeOptions, script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...settings },
    cwd,
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
      const [, found = ''] = /^listening on (http:\S+)|^worker started/.exec(line) ?? [null, null]
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
