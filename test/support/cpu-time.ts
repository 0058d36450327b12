/** CPU time of the reference work on the machine for which bounds are written, in milliseconds. */
const REFERENCE_MS = 15
const RUNS = 5

/** How many times slower this machine is than that one, at least 1. Measured at first use. */
let slowness: number | undefined

/**
 * Runs `work` and returns the CPU time that this process has used for it, in milliseconds of the machine for which
 * bounds are written. A slower machine therefore exceeds no bound that this one keeps.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  slowness ??= measureSlowness()
  const since = process.cpuUsage()
  await work()
  return millisecondsSince(since) / slowness
}

function measureSlowness(): number {
  const times = Array.from({ length: RUNS }, () => {
    const since = process.cpuUsage()
    referenceWork()
    return millisecondsSince(since)
  })
  const median = times.sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? REFERENCE_MS
  return Math.max(1, median / REFERENCE_MS)
}

/** Sorts, serializes, parses and matches a few hundred kilobytes of text. */
function referenceWork(): number {
  const words = Array.from({ length: 40_000 }, (_, index) => ((index * 7_919) % 100_003).toString(36)).sort()
  const parsed = JSON.parse(JSON.stringify(words)) as string[]
  return parsed.join(' ').replaceAll(/[aeiou]+/g, '').length
}

function millisecondsSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
