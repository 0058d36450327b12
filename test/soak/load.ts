import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf, type Random } from '../../src/seed/random.ts'
import type { Caller } from './caller.ts'
import { isScheduled } from './kinds/changelogs.ts'
import type { Kind } from './kinds/kind.ts'
import type { Ledger } from './ledger.ts'
import { ABSENT, newThing, possibleStates, takeStep, type Thing } from './thing.ts'

export type Load = {
  things: Thing[]
  /** Reads that were compared with what had been acknowledged. */
  reads(): number
  /** Lets what has begun finish and begins nothing new. */
  stop(): Promise<void>
}

type Surroundings = { caller: Caller; ledger: Ledger; kinds: Kind[]; seed: number }

const WRITERS = 5
const READERS = 3
/** Of so many latest things one is read. */
const RECENT = 60

/** Writers, each with things of its own, and readers, who compare what they see with what was acknowledged. */
export function startLoad({ caller, ledger, kinds, seed }: Surroundings): Load {
  const things: Thing[] = []
  const numbers = new Map<Kind, number>()
  let isRunning = true
  let reads = 0

  const write = async (random: Random) => {
    const pause = () => sleep(random.integer(100, 500))
    const kind = random.pick(kinds)
    const number = numbers.get(kind) ?? 0
    numbers.set(kind, number + 1)
    const marker = kind.marker(number)
    // There are only so many pairs of a person and a post.
    if (kind.name === 'vote' && things.some((thing) => thing.marker === marker)) return
    const thing = newThing(kind.name, marker)
    const create = kind.create(thing)
    const reply = await takeStep({ caller, ledger }, thing, create.call, create)
    if (reply.outcome === 'done') thing.id = kind.idOf(reply.body)
    things.push(thing)
    await pause()
    if (reply.outcome !== 'done' || isScheduled(thing)) return
    // After an answer that leaves open what happened, the thing is left alone: the write may still come.
    for (let changes = random.integer(0, 3); changes > 0 && isRunning; changes--) {
      const { call, ...step } = kind.change(thing)
      if ((await takeStep({ caller, ledger }, thing, call, step)).outcome !== 'done') return
      await pause()
    }
    if (kind.remove && random.chance(0.3)) {
      const { call, ...step } = kind.remove(thing)
      await takeStep({ caller, ledger }, thing, call, step)
    }
  }
  const read = async (random: Random) => {
    const thing = random.pick(things.slice(-RECENT))
    const kind = kinds.find(({ name }) => name === thing.kind)
    if (!kind || thing.id === 0) return
    const since = thing.acknowledged
    const { outcome, body, process } = await caller.send(kind.read(thing))
    if (outcome === 'unknown') return
    reads++
    const seen = outcome === 'refused' ? ABSENT : kind.stateOf(body)
    const possible = possibleStates(thing, since)
    if (!possible.has(seen))
      ledger.breach(
        'stale read',
        `${thing.marker} at ${process}: "${seen}", not one of "${[...possible].join('", "')}"`,
      )
  }
  const repeat = async (name: string, work: (random: Random) => Promise<void>, pauseMs: number) => {
    const random = randomOf(seed, 'load', name)
    while (isRunning) {
      await work(random)
      await sleep(random.integer(pauseMs / 2, pauseMs * 1.5))
    }
  }
  const running = [
    ...Array.from({ length: WRITERS }, (_, index) => repeat(`writer ${index}`, write, 200)),
    ...Array.from({ length: READERS }, (_, index) =>
      repeat(`reader ${index}`, async (random) => (things.length > 0 ? read(random) : undefined), 200),
    ),
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
