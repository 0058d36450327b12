import type { Random } from '../../src/seed/random.ts'
import type { Caller } from './caller.ts'
import type { Kind } from './kinds/kind.ts'
import type { Ledger } from './ledger.ts'
import { ABSENT, possibleStates, type Thing } from './thing.ts'

/** The number of latest objects from which one is read. */
const RECENT = 60
/** Number of requests for the same data. A process caches a response at a repeated request. */
const TIMES = 3

type Surroundings = { caller: Caller; ledger: Ledger; kinds: Kind[]; things: Thing[]; onCompared: () => void }

/**
 * Reads one object several times, at either process. Each response must contain the state acknowledged before
 * its request.
 */
export async function readThing(surroundings: Surroundings, random: Random): Promise<void> {
  const { caller, ledger, kinds, things, onCompared } = surroundings
  if (things.length === 0) return
  const thing = random.pick(things.slice(-RECENT))
  const kind = kinds.find(({ name }) => name === thing.kind)
  if (!kind || thing.id === 0) return
  const call = kind.read(thing)
  for (let times = 0; times < TIMES; times++) {
    const since = thing.acknowledged
    const { outcome, status, body, process } = await caller.send(call)
    if (outcome === 'unknown' || status === 0) continue
    onCompared()
    const seen = outcome === 'refused' ? ABSENT : kind.stateOf(body)
    const possible = possibleStates(thing, since)
    if (!possible.has(seen))
      ledger.breach('stale read', `${thing.marker} at ${process}: "${seen}", not ${quoted(possible)}`)
  }
}

/**
 * Reads a list several times. It must contain nothing older than the acknowledged writes, and every object
 * where the list is complete.
 */
export async function readList(surroundings: Surroundings, random: Random): Promise<void> {
  const { caller, ledger, kinds, things, onCompared } = surroundings
  const kind = random.pick(kinds.filter(({ list }) => list !== null))
  const { call, holds, statesOf } = kind.list?.(random) ?? {}
  if (!call || !statesOf) return
  for (let times = 0; times < TIMES; times++) {
    const existing = things.filter((thing) => thing.kind === kind.name && holds?.(thing) !== false)
    const before = new Map(existing.map((thing) => [thing.marker, { thing, since: thing.acknowledged }]))
    const { outcome, body, process } = await caller.send(call)
    if (outcome !== 'done') continue
    onCompared()
    const seen = new Map(statesOf(body).map((state) => [state.replace(/ v\d+$/, ''), state]))
    for (const [marker, { thing, since }] of before) {
      const state = seen.get(marker) ?? ABSENT
      const possible = possibleStates(thing, since)
      if ((holds === null && state === ABSENT) || possible.has(state)) continue
      ledger.breach('stale read', `${marker} in a list at ${process}: "${state}", not ${quoted(possible)}`)
    }
  }
}

const quoted = (states: Set<string>) => [...states].map((state) => `"${state}"`).join(' or ')
