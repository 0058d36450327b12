import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf, type Random } from '../../src/seed/random.ts'
import type { Caller } from './caller.ts'
import type { Kind } from './kinds/kind.ts'
import type { Ledger } from './ledger.ts'
import { readList, readThing } from './readers.ts'
import type { Thing } from './thing.ts'
import { writeThing } from './writers.ts'

export type Load = {
  things: Thing[]
  /** Number of responses that were compared with the acknowledged writes. */
  reads(): number
  /** Starts nothing new and waits for running operations. */
  stop(): Promise<void>
}

const WRITERS = 5
const READERS = 3

/**
 * Starts writers, each with its own objects, and readers, which compare responses with the acknowledged
 * writes.
 */
export function startLoad(surroundings: {
  caller: Caller
  ledger: Ledger
  kinds: Kind[]
  seed: number
}): Load {
  const { kinds, seed } = surroundings
  const things: Thing[] = []
  const markers = new Set<string>()
  let number = 0
  let isRunning = true
  let reads = 0
  const tools = { ...surroundings, things, isRunning: () => isRunning, onCompared: () => void reads++ }

  const write = async (random: Random) => {
    const kind = random.pick(kinds)
    const marker = kind.marker(number++)
    // The number of pairs of a person and a post is limited.
    if (markers.has(marker)) return
    markers.add(marker)
    await writeThing(tools, kind, marker, random)
  }
  const read = (random: Random) => (random.chance(0.3) ? readList(tools, random) : readThing(tools, random))
  const repeat = async (name: string, work: (random: Random) => Promise<void>) => {
    const random = randomOf(seed, 'load', name)
    while (isRunning) {
      await work(random)
      await sleep(random.integer(100, 300))
    }
  }
  const running = [
    ...Array.from({ length: WRITERS }, (_, index) => repeat(`writer ${index}`, write)),
    ...Array.from({ length: READERS }, (_, index) => repeat(`reader ${index}`, read)),
  ]
  return {
    things,
    reads: () => reads,
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
}
