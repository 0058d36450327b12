import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { run, temporaryDirectory } from './program.ts'

/** Data directories whose first start is over: without an organization, and with the demo. */
export type Prepared = 'bare' | 'demo'

/** Files that belong to one server or one machine. A start creates them again. */
const OF_A_START = /^(postgresql-|postgres\.(json|lock|log|users)$)/

/**
 * Creates the data directories that tests copy, because a first start takes two seconds of CPU time. Returns the path
 * of their parent.
 */
export async function prepareInstallations(): Promise<{ path: string; remove(): Promise<void> }> {
  const directory = await temporaryDirectory()
  const start = await temporaryDirectory()
  try {
    for (const name of ['bare', 'demo'] satisfies Prepared[]) {
      const env = { DATA_DIR: start.path, PORT: '0', LOG_LEVEL: 'warn', DEMO: String(name === 'demo') }
      const program = run('src/main.ts', env)
      await program.listening
      program.process.kill('SIGTERM')
      await program.ended
      await copyInstallation(start.path, join(directory.path, name))
    }
  } finally {
    await start.remove()
  }
  return directory
}

/** Copies a data directory whose server is stopped. Creates `target`, whose parent must exist. */
export async function copyInstallation(source: string, target: string): Promise<void> {
  const copy = promisify(execFile)
  await copy('mkdir', ['-p', target])
  const names = (await readdir(source)).filter((name) => !OF_A_START.test(name))
  await copy('cp', ['-a', '--reflink=auto', ...names.map((name) => join(source, name)), target])
}
