import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Options that the npm scripts pass to Node. */
const OPTIONS = ['--disable-warning=ExperimentalWarning', '--import=./.config/preload.js']
/** Directory of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Program = {
  process: ChildProcess
  /** Everything printed to standard output. */
  stdout(): string
  stderr(): string
  /** Resolves with the URL of `listening on …`. Rejects when the program ends before. */
  listening: Promise<string>
  /** Resolves once the program has started, as `listening` or as a worker alone, or has ended. */
  started: Promise<unknown>
  /** Exit code, once the program has ended. */
  ended: Promise<number | null>
}

/**
 * Runs a file of the program as the npm scripts do, with no settings of this process except PATH. Standard
 * error is written to the descriptor `stderrTo`. By default `stderr()` returns it. `cwd` is the directory of
 * the installation, by default this repository.
 */
export function run(
  file: 'src/main.ts' | 'src/cli.ts' | 'test/support/run-sequencer.ts',
  env: Record<string, string>,
  args: string[] = [],
  stderrTo: 'pipe' | number = 'pipe',
  cwd = ROOT,
): Program {
  const child = spawn(process.execPath, [...OPTIONS, file, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', stderrTo],
  })
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const url = /^listening on (\S+)$/m.exec(stdout)?.[1]
      if (url) resolve(url)
    })
    void ended.then((code) => reject(new Error(`ended with ${code} before listening: ${stderr}`)))
  })
  listening.catch(() => {})
  const started = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (/^(listening on|worker started)/m.test(stdout)) resolve()
    })
    void ended.then(() => resolve())
  })
  return { process: child, stdout: () => stdout, stderr: () => stderr, listening, started, ended }
}

/** Runs a command of the command line with `--json` and returns the parsed output. */
export async function cli<Result>(env: Record<string, string>, ...args: string[]): Promise<Result> {
  const command = run('src/cli.ts', env, ['--json', ...args])
  const code = await command.ended
  if (code !== 0) throw new Error(`cli ${args.join(' ')} ended with ${code}: ${command.stderr()}`)
  return JSON.parse(command.stdout()) as Result
}

/** Creates a temporary directory and returns a function that removes it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'echolog-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) }
}

/** The URL of the embedded database that runs on a data directory. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { port } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { port: number }
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return `postgresql://echolog:${password}@127.0.0.1:${port}/echolog`
}

/** The API key of the demo organization in the data directory of a listening program. */
export async function demoKey(dataDir: string): Promise<string> {
  return (JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { apiKey: string }).apiKey
}
