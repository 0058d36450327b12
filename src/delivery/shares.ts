import type { ClaimedLane } from './claim-queues.ts'

/** What a worker may take now. */
export type Room = {
  /** Places that are free. */
  places: number
  /** Of those, the ones that slow lanes may have. */
  slowPlaces: number
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
export function roomBeside(lanes: Iterable<ClaimedLane>, most: number): Room {
  const heldByOrganization: Record<number, number> = {}
  const heldByAppOwner: Record<number, number> = {}
  let held = 0
  let slow = 0
  for (const { organizationId, appOrganizationId, slow: isSlow } of lanes) {
    held++
    if (isSlow) slow++
    heldByOrganization[organizationId] = (heldByOrganization[organizationId] ?? 0) + 1
    if (appOrganizationId !== null)
      heldByAppOwner[appOrganizationId] = (heldByAppOwner[appOrganizationId] ?? 0) + 1
  }
  const places = Math.max(most - held, 0)
  const slowPlaces = Math.min(Math.max(atLeastOne(most * SLOW_SHARE) - slow, 0), places)
  return { places, slowPlaces, share: atLeastOne(most * SHARE), heldByOrganization, heldByAppOwner }
}

const atLeastOne = (places: number) => Math.max(Math.floor(places), 1)
