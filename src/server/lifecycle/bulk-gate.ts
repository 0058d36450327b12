import { fairGate, type FairGate } from '../../lib/fair-gate.ts'
import { tooManyRequests } from '../../modules/organizations/quotas.ts'

const MAX = 3
/** The part of the connections that bulk work may hold. */
const PART = 1 / 3
const MAX_OF_ORGANIZATION = 1
const MAX_WAITING = 20
const RETRY_AFTER_S = 10

/**
 * Shares a few places, at most a third of a process's `connections`, among what organizations have a process do in bulk, such as imports, by organization: the rest waits
 * in turn, and what would be too much to wait for is refused.
 */
export function createBulkGate(connections: number): FairGate {
  return fairGate({
    most: Math.max(1, Math.min(MAX, Math.floor(connections * PART))),
    mostOfKey: MAX_OF_ORGANIZATION,
    mostWaiting: MAX_WAITING,
    refuse: () =>
      tooManyRequests(
        `An organization can have ${MAX_WAITING} bulk operations waiting at a time; try again later`,
        RETRY_AFTER_S,
      ),
  })
}
