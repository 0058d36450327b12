import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STATEMENTS } from './program-statements.ts'

/** Options that the npm scripts pass to Node. */
const OPTIONS = ['--disable-warning=ExperimentalWarning', '--import=./.config/preload.js']
/** Name of the variable that contains the directory of the built programs. */
export const BUILD = 'TEST_PROGRAM_BUILD'
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

type ProgramFile = 'src/main.ts' | 'src/cli.ts' | 'test/support/run-sequencer.ts'

type RunOptions = {
  /** Descriptor that standard error is written to. By default `stderr()` returns it. */
  stderrTo?: number
  /**
   * Directory of the installation whose source files run. By default the build of this repository runs, if there is
   * one.
   */
  installation?: string | undefined
}

/**
 * Runs a file of the program as the npm scripts do, with no settings of this process except PATH. A build stores the
 * statements that it sends.
 */
export function run(
  file: ProgramFile,
  env: Record<string, string>,
  args: string[] = [],
  { stderrTo, installation }: RunOptions = {},
): Program {
  const call = installation === undefined ? nodeArguments(file, args) : [...OPTIONS, file, ...args]
  const child = spawn(process.execPath, call, {
    cwd: installation ?? ROOT,
    env: { PATH: process.env.PATH, [STATEMENTS]: process.env[STATEMENTS], ...env },
    stdio: ['ignore', 'pipe', stderrTo ?? 'pipe'],
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

/**
 * Arguments of Node for a program in the directory of the repository: of the build of this run, or of its source file
 * without a build.
 */
export function nodeArguments(file: ProgramFile, args: string[]): string[] {
  const build = process.env[BUILD]
  return [...OPTIONS, build === undefined ? file : join(build, `${basename(file, '.ts')}.mjs`), ...args]
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
export const demoKey = async (dataDir: string): Promise<string> => (await readDemo(dataDir)).apiKey

/** The admin of the demo organization. */
export const demoAdmin = async (dataDir: string): Promise<{ email: string; password: string }> =>
  (await readDemo(dataDir)).admin

const readDemo = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    apiKey: string
    admin: { email: string; password: string }
  }
