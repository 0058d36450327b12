import { FairQueue, limits } from '../../lib/concurrency/fair-queue.ts'
import { tooManyRequests } from '../../lib/errors.ts'

const MAX = 3
/** Share of the connections that bulk work may use. */
const PART = 1 / 3
const MAX_OF_ORGANIZATION = 1
const MAX_WAITING = 20
const RETRY_AFTER_S = 10

/**
 * Limits concurrent bulk work, such as imports, to a third of the process's `connections`. Organizations take
 * turns. Further work waits, up to a limit per organization. Work beyond it is rejected.
 */
export function createBulkGate(connections: number): FairQueue {
  const most = Math.max(1, Math.min(MAX, Math.floor(connections * PART)))
  return new FairQueue(limits({ most, mostOfKey: MAX_OF_ORGANIZATION }), {
    mostWaiting: MAX_WAITING,
    refuse: () =>
      tooManyRequests(
        `An organization can have ${MAX_WAITING} bulk operations waiting at a time; try again later`,
        RETRY_AFTER_S,
      ),
  })
}
