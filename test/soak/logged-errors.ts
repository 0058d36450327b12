import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceProcess } from './service-process.ts'

/** Number of errors that the processes have logged, by message and message of the cause. */
export function loggedErrors(directory: string, processes: ServiceProcess[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of processes)
    for (const line of readFileSync(join(directory, `${name}.log`), 'utf8').split('\n')) {
      if (!/^\{"level":"(error|fatal)"/.test(line)) continue
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } }
      const message = `"${msg}${err?.message === undefined ? '' : `: ${err.message.split('\n').at(-1)}`}"`
      counts.set(message, (counts.get(message) ?? 0) + 1)
    }
  return counts
}
