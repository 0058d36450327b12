import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../program.ts'

type Run = { process: ChildProcess; ended: Promise<{ code: number | null; stdout: string }> }

/** Starts the program of `npm run conformance`. */
export function startConformance(...args: string[]): Run {
  const child = spawn(process.execPath, ['--no-warnings', 'test/conformance/main.ts', ...args], { cwd: ROOT })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout }))
  return { process: child, ended }
}
