import { fairGate, type FairGate } from '../lib/fair-gate.ts'
import { tooManyRequests } from '../modules/organizations/quotas.ts'

/** Of the ten connections that a process has by default. */
const MOST = 3
const MOST_OF_ORGANIZATION = 1
const MOST_WAITING = 20
const RETRY_AFTER_S = 10

/**
 * Shares a few places among what organizations have a process do in bulk, such as imports, by organization: the rest waits
 * in turn, and what would be too much to wait for is refused.
 */
export function createBulkGate(): FairGate {
  return fairGate({
    most: MOST,
    mostOfKey: MOST_OF_ORGANIZATION,
    mostWaiting: MOST_WAITING,
    refuse: () =>
      tooManyRequests(
        `An organization can have ${MOST_WAITING} bulk operations waiting at a time; try again later`,
        RETRY_AFTER_S,
      ),
  })
}
