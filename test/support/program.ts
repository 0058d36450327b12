import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Program = {
  process: ChildProcess
  /** Everything it has printed. */
  stdout(): string
  stderr(): string
  /** Resolves with the address of `listening on …`; rejects when the program ends before. */
  listening: Promise<string>
  /** Exit code, once it has ended. */
  ended: Promise<number | null>
}

/**
 * Runs a file of the program as the npm scripts do, with nothing of this process's settings but PATH. Its errors go to
 * the descriptor `stderrTo`, by default to where `stderr()` reads them.
 */
export function run(
  file: 'src/main.ts' | 'src/cli.ts',
  env: Record<string, string>,
  args: string[] = [],
  stderrTo: 'pipe' | number = 'pipe',
): Program {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: ROOT,
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
  return { process: child, stdout: () => stdout, stderr: () => stderr, listening, ended }
}

/** Runs a command of the command line with `--json` and returns what it printed. */
export async function cli<Result>(env: Record<string, string>, ...args: string[]): Promise<Result> {
  const command = run('src/cli.ts', env, ['--json', ...args])
  const code = await command.ended
  if (code !== 0) throw new Error(`cli ${args.join(' ')} ended with ${code}: ${command.stderr()}`)
  return JSON.parse(command.stdout()) as Result
}

/** A directory of its own for a test, with what removes it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'echolog-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The address of the embedded database that runs on a data directory. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { port } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { port: number }
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return `postgresql://echolog:${password}@127.0.0.1:${port}/echolog`
}

/** The API key of the demo organization in the data directory of a program that listens. */
export async function demoKey(dataDir: string): Promise<string> {
  return (JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { apiKey: string }).apiKey
}
