import { readdirSync, readFileSync } from 'node:fs'

/** Of /proc/<pid>/stat, in ticks of the kernel's clock, which Linux shows in hundredths of a second. */
type Stat = { parent: number; own: number; ended: number }
const TICKS_PER_SECOND = 100

/** Seconds of CPU that a process and a PostgreSQL server with all its processes have used since they started. */
export function cpuSeconds(pid: number, postmaster: number): number {
  const server = statOf(pid)
  const first = statOf(postmaster)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  const ticks = backends.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)
  return ((server?.own ?? 0) + (first?.own ?? 0) + (first?.ended ?? 0) + ticks) / TICKS_PER_SECOND
}

function statOf(pid: number): Stat | null {
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
