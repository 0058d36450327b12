import { readdirSync, readFileSync } from 'node:fs'

/** Of /proc/<pid>/stat, in ticks of the kernel's clock, which Linux shows in hundredths of a second. */
type Stat = { parent: number; own: number; ended: number }
const TICKS_PER_SECOND = 100

/** Seconds of CPU since their start: of this benchmark's servers together, and of PostgreSQL with all its processes. */
export type CpuTime = { servers: number; postgres: number }

/** What some processes and a PostgreSQL server have used so far. */
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

/** Begins to count; the function returned tells what has been used since. */
export function countCpu(pids: number[], postmaster: number): () => CpuTime {
  const before = cpuTime(pids, postmaster)
  return () => {
    const { servers, postgres } = cpuTime(pids, postmaster)
    return { servers: servers - before.servers, postgres: postgres - before.postgres }
  }
}

/** What the kernel tells of a process; null when it has ended. */
export function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may hold blanks; the fields after it do not.
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
