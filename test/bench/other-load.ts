import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { cpuTime, statOf } from './cpu-time.ts'

const TICKS_PER_SECOND = 100

/**
 * Starts to measure the load of other programs. The returned function reports it as a sentence in Markdown,
 * and must be called once this process's other programs have ended.
 */
export function watchOthers(postmaster: number): () => string {
  const start = { at: performance.now(), used: othersSeconds(postmaster) }
  return () => {
    const seconds = (performance.now() - start.at) / 1000
    const cores = Math.max(0, othersSeconds(postmaster) - start.used) / seconds
    return `\nOther programs used ${cores.toFixed(1)} of ${cpus().length} cores during the ${seconds.toFixed(0)} s of the run.\n`
  }
}

/** Seconds of CPU that the machine has used except for this process, its children and PostgreSQL. */
function othersSeconds(postmaster: number): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND
  const own = statOf(process.pid)
  const ours = ((own?.own ?? 0) + (own?.ended ?? 0)) / TICKS_PER_SECOND
  return busy - ours - cpuTime([], postmaster).postgres
}
