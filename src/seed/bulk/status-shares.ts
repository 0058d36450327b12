import type { StatusKind } from '../../db/generated/tables.ts'

/** How many of a hundred posts are of each kind of status. */
const SHARES: Record<StatusKind, number> = {
  submitted: 45,
  under_review: 15,
  planned: 12,
  in_progress: 6,
  completed: 15,
  closed: 7,
}

/** The statuses' ids, each as often as its kind is usual; every one at least once. */
export function statusShares(statuses: { id: number; kind: StatusKind }[]): number[] {
  return statuses.flatMap(({ id, kind }) => {
    const alike = statuses.filter((status) => status.kind === kind).length
    return Array<number>(Math.ceil(SHARES[kind] / alike)).fill(id)
  })
}
