import { setImmediate as othersTurn } from 'node:timers/promises'
import { fairGate } from '../../lib/fair-gate.ts'

/** Does work of an organization once it is the organization's turn; rejects with what the work rejects with. */
export type Turns = <Value>(organizationId: number, work: () => Promise<Value>) => Promise<Value>

/** Most runs at a time; at most half of the connections, the rest is for requests. */
const MAX = 6
/** Fewest, so that one organization never has all of them. */
const FEWEST = 2
/** The part of them that one organization has at most. */
const PART_OF_ORGANIZATION = 1 / 2

/**
 * Shares the runs of items among organizations: a few at a time, organizations that wait take turns, and each run begins
 * in a turn of the event loop of its own, between which requests and sockets are served. Work must not wait for anything
 * but the database, nor take another turn: it holds its place until it ends.
 */
export function createTurns(connections: number): Turns {
  const most = Math.max(FEWEST, Math.min(MAX, Math.floor(connections / 2)))
  const gate = fairGate({ most, mostOfKey: Math.floor(most * PART_OF_ORGANIZATION) })
  let latest: Promise<void> = Promise.resolve()
  const ownTurn = () => (latest = latest.then(() => othersTurn()))
  return (organizationId, work) =>
    gate.run(organizationId, async () => {
      await ownTurn()
      return work()
    })
}
