import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { cpuTime, statOf } from './cpu-time.ts'

const TICKS_PER_SECOND = 100

/**
 * Begins to watch what other programs make of the machine; the function returned says it as a sentence in Markdown. It
 * is for when this process's other programs have ended.
 */
export function watchOthers(postmaster: number): () => string {
  const start = { at: performance.now(), used: othersSeconds(postmaster) }
  return () => {
    const seconds = (performance.now() - start.at) / 1000
    const cores = Math.max(0, othersSeconds(postmaster) - start.used) / seconds
    return `\nMeanwhile other programs used ${cores.toFixed(1)} of ${cpus().length} cores; ${seconds.toFixed(0)} s.\n`
  }
}

/** Seconds of CPU that the machine has spent on anything but this process, those it has started, and PostgreSQL. */
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
