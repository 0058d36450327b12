import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * The new generation keeps its size, and one thread collects it from then on, as `npm start` sets it, because several
 * take twice the CPU time for so little.
 */
const SMALL = ['--semi-space-growth-factor=1', '--no-parallel-scavenge']
const USUAL = ['--semi-space-growth-factor=2']

/** Percent. The old generation may double before it is collected. */
const SMALL_GROWTH = 100

/**
 * Half of the new generation, in bytes. Records of a batch that outlive a collection are copied twice and collected as
 * old ones, so that with 1 MB the collections take more time than the import.
 */
const SEMI_SPACE = 16 * 2 ** 20
const CHECK_MS = 1_000
const MAX_ROUNDS = 1_000

let users = 0

/** Percent. 0 leaves it to V8. */
let usualGrowth = 0
let timer: NodeJS.Timeout | undefined

/**
 * Sets by how many percent of its live objects the old generation may grow before V8 collects it. Without a limit V8
 * lets 60 MB grow to 160 MB, and keeps the pages.
 */
export function limitHeapGrowth(percent: number): void {
  usualGrowth = percent
  if (users === 0) setGrowth(percent)
}

/**
 * Runs work through which many short-lived objects pass. V8 collects garbage earlier while it runs. Otherwise it lets a
 * live heap of 55 MB grow to 220 MB, and the new generation to 128 MB.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  if (users === 0) {
    SMALL.forEach(setFlagsFromString)
    setGrowth(SMALL_GROWTH)
    enlarge()
    // V8 shrinks the new generation while the work waits.
    timer = setInterval(enlarge, CHECK_MS).unref()
  }
  users += 1
  try {
    return await work()
  } finally {
    users -= 1
    if (users === 0) {
      clearInterval(timer)
      USUAL.forEach(setFlagsFromString)
      setGrowth(usualGrowth)
    }
  }
}

/** Lets the new generation grow to its size at once. It grows when more survives a collection than it held. */
function enlarge(): void {
  const before = semiSpace()
  if (before > SEMI_SPACE / 2) return
  setFlagsFromString(`--semi-space-growth-factor=${Math.round(SEMI_SPACE / before)}`)
  const survivors: unknown[][] = []
  for (let round = 0; round < MAX_ROUNDS && semiSpace() === before; round++)
    survivors.push(Array.from({ length: 10_000 }, () => [round]))
  setFlagsFromString('--semi-space-growth-factor=1')
}

function semiSpace(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return Math.max(2 ** 20, space?.space_size ?? 0)
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
