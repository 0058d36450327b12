import { readFileSync } from 'node:fs'
import type { Ledger } from './ledger.ts'
import type { SoakPostgres } from './postgres.ts'
import type { ServiceProcess } from './service-process.ts'

/** The memory of one process of the service, or of PostgreSQL, from its start to its end, in megabytes. */
export type Life = { name: string; samples: { minute: number; megabytes: number }[] }

export type MemoryWatch = {
  lives(): Life[]
  /** The processes that ran long enough for a statement: their first and last third after warming up. */
  statements(): MemoryStatement[]
  stop(): void
}

export type MemoryStatement = {
  name: string
  minutes: number
  first: number
  last: number
  growthPerHour: number
  isFlat: boolean
}

const SAMPLE_MS = 10_000
/**
 * Maximum ratio of the memory in the last third to that in the first third. The heap is excluded, because it
 * varies with each collection.
 */
const FLAT = 1.25
const WARM_UP_MINUTES = 3
const LONG_ENOUGH_MINUTES = 6

/**
 * Samples the resident memory of the service's processes, and the private memory of PostgreSQL's processes.
 */
export function watchMemory({
  processes,
  postgres,
  ledger,
}: {
  processes: ServiceProcess[]
  postgres: SoakPostgres
  ledger: Ledger
}): MemoryWatch {
  const lives = new Map<string, Life>()
  const began = performance.now()
  const sample = () => {
    const minute = (performance.now() - began) / 60_000
    const note = (name: string, megabytes: number) => {
      const life = lives.get(name) ?? { name, samples: [] }
      life.samples.push({ minute, megabytes })
      lives.set(name, life)
      ledger.write({ memory: name, megabytes: Math.round(megabytes) })
    }
    for (const { name, pid, url } of processes) {
      const id = pid()
      const megabytes = id === null ? null : memoryOf(id, 'VmRSS')
      if (megabytes !== null) note(`${name} (${id})`, megabytes)
      void heapOf(url).then((heap) => heap === null || note(`the heap of ${name} (${id})`, heap))
    }
    const pids = postgres.pids()
    if (pids.length > 0) {
      const megabytes = pids.reduce((sum, pid) => sum + (memoryOf(pid, 'RssAnon') ?? 0), 0)
      note('PostgreSQL, private', megabytes)
    }
  }
  const timer = setInterval(sample, SAMPLE_MS)
  sample()
  return {
    lives: () => [...lives.values()],
    statements: () => [...lives.values()].flatMap(statementOf),
    stop: () => clearInterval(timer),
  }
}

function statementOf({ name, samples }: Life): MemoryStatement[] {
  const start = samples[0]?.minute ?? 0
  const minutes = (samples.at(-1)?.minute ?? 0) - start
  if (minutes < LONG_ENOUGH_MINUTES) return []
  const warm = samples
    .filter(({ minute }) => minute >= start + WARM_UP_MINUTES)
    .map(({ megabytes }) => megabytes)
  const third = Math.ceil(warm.length / 3)
  const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))]
  const hours = ((minutes - WARM_UP_MINUTES) * (2 / 3)) / 60
  return [
    {
      name,
      minutes,
      first,
      last,
      growthPerHour: (last - first) / hours,
      isFlat: last <= FLAT * first || name.startsWith('the heap'),
    },
  ]
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The heap of a process in megabytes, from its metrics. Null when it does not respond. */
async function heapOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })
    const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())?.[1]
    return bytes === undefined ? null : Number(bytes) / 1_048_576
  } catch {
    return null
  }
}

function memoryOf(pid: number, field: 'VmRSS' | 'RssAnon'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024
  } catch {
    return null
  }
}
