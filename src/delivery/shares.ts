import type { ClaimedQueue } from './claim-queues.ts'

/** Capacity of a worker. */
export type Room = {
  /** Number of free slots. */
  slots: number
  /** Number of free slots for slow queues. */
  slowSlots: number
  /** Maximum number of slots of one organization, and of one app owner. */
  share: number
  /** Used slots by the id of the webhooks' organization. */
  heldByOrganization: Record<number, number>
  /** Used slots by the id of the apps' owner. */
  heldByAppOwner: Record<number, number>
}

/** Maximum shares of all slots, of one organization and of all slow queues together. */
const SHARE = 1 / 4
const SLOW_SHARE = 1 / 5

/** Returns the capacity that `queues` leave of `most` slots. */
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
  return { slots, slowSlots, share: atLeastOne(most * SHARE), heldByOrganization, heldByAppOwner }
}

const atLeastOne = (slots: number) => Math.max(Math.floor(slots), 1)
