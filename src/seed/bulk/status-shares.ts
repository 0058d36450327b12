import type { StatusKind } from '../../db/generated/tables.ts'

/** Percentage of posts by kind of status. */
const SHARES: Record<StatusKind, number> = {
  submitted: 45,
  under_review: 15,
  planned: 12,
  in_progress: 6,
  completed: 15,
  closed: 7,
}

/** Returns status ids, repeated in proportion to the share of their kind. Each id occurs at least once. */
export function statusShares(statuses: { id: number; kind: StatusKind }[]): number[] {
  return statuses.flatMap(({ id, kind }) => {
    const alike = statuses.filter((status) => status.kind === kind).length
    return Array<number>(Math.ceil(SHARES[kind] / alike)).fill(id)
  })
}
