import type { ClaimedQueue } from './claim-queues.ts'

/** What a worker may take now. */
export type Room = {
  /** Places that are free. */
  slots: number
  /** Of those, the ones that slow lanes may have. */
  slowSlots: number
  /** Most places of one organization, and of the apps of one. */
  share: number
  /** Places that are taken, by the id of the organization whose webhooks they are. */
  heldByOrganization: Record<number, number>
  /** Places that are taken, by the id of the organization whose apps they are for. */
  heldByAppOwner: Record<number, number>
}

/** Of all places: what one organization may have, and all lanes that are slow. */
const SHARE = 1 / 4
const SLOW_SHARE = 1 / 5

/** What of `most` places is left beside the lanes that are worked. */
export function roomBeside(queues: Iterable<ClaimedQueue>, most: number): Room {
  const heldByOrganization: Record<number, number> = {}
  const heldByAppOwner: Record<number, number> = {}
  let held = 0
  let slow = 0
  for (const { organizationId, appOrganizationId, slow: isSlow } of queues) {
    held++
    if (isSlow) slow++
    heldByOrganization[organizationId] = (heldByOrganization[organizationId] ?? 0) + 1
    if (appOrganizationId !== null)
      heldByAppOwner[appOrganizationId] = (heldByAppOwner[appOrganizationId] ?? 0) + 1
  }
  const slots = Math.max(most - held, 0)
  const slowSlots = Math.min(Math.max(atLeastOne(most * SLOW_SHARE) - slow, 0), slots)
  return {
    slots: slots,
    slowSlots: slowSlots,
    share: atLeastOne(most * SHARE),
    heldByOrganization,
    heldByAppOwner,
  }
}

const atLeastOne = (slots: number) => Math.max(Math.floor(slots), 1)
