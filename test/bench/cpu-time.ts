import { readdirSync, readFileSync } from 'node:fs'

/** Fields of /proc/<pid>/stat, in clock ticks, which are hundredths of a second on Linux. */
type Stat = { parent: number; own: number; ended: number }
const TICKS_PER_SECOND = 100

/**
 * Seconds of CPU since their start: of this benchmark's servers together, and of PostgreSQL with all its
 * processes.
 */
type CpuTime = { servers: number; postgres: number }

/** CPU time that processes and a PostgreSQL server have used. */
export function cpuTime(pids: number[], postmaster: number): CpuTime {
  const first = statOf(postmaster)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  const ticks = (stats: (Stat | null)[]) => stats.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)
  return {
    servers: ticks(pids.map(statOf)) / TICKS_PER_SECOND,
    postgres: (ticks([first, ...backends]) + (first?.ended ?? 0)) / TICKS_PER_SECOND,
  }
}

/** Starts a count and returns a function that returns the CPU time used since then. */
export function countCpu(pids: number[], postmaster: number): () => CpuTime {
  const before = cpuTime(pids, postmaster)
  return () => {
    const { servers, postgres } = cpuTime(pids, postmaster)
    return { servers: servers - before.servers, postgres: postgres - before.postgres }
  }
}

/** The CPU statistics of a process, or null when it has ended. */
export function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name, in brackets, may contain blanks. The fields after it do not.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (number: number) => fields[number - 3] ?? 0
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return null
  }
}
