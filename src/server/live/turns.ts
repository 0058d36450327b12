import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { FairQueue, limits } from '../../lib/concurrency/fair-queue.ts'

/** Runs work of an organization when its turn comes. Rejects with the error of the work. */
type Turns = <Value>(organizationId: number, work: () => Promise<Value>) => Promise<Value>

/** Maximum number of concurrent runs. At most half of the connections, the rest is for requests. */
const MAX = 6
/** Minimum, so that one organization never has all of them. */
const MIN = 2
/** Maximum share of one organization. */
const PART_OF_ORGANIZATION = 1 / 2

/**
 * Shares the runs of items among organizations. A few run at a time, and waiting organizations take turns.
 * Each run starts in its own turn of the event loop, so that requests and sockets are served in between. Work
 * must only wait for the database and take no further turn, because it holds its own until it ends.
 */
export function createTurns(connections: number): Turns {
  const most = Math.max(MIN, Math.min(MAX, Math.floor(connections / 2)))
  const queue = new FairQueue(limits({ most, mostOfKey: Math.floor(most * PART_OF_ORGANIZATION) }))
  let latest: Promise<void> = Promise.resolve()
  const ownTurn = () => (latest = latest.then(() => yieldToEventLoop()))
  return (organizationId, work) =>
    queue.run(organizationId, async () => {
      await ownTurn()
      return work()
    })
}
