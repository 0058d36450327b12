import { rowId } from './requests.ts'

/** Position in a list that is read by offset. `tail` has the ids of the last rows, newest last. */
export type OffsetPosition = { offset: number; page: number; tail: string[]; restarts: number }

/** Rows by which a page overlaps the one before. */
const OVERLAP = 10
const MAX_RESTARTS = 3

/** The first position of a list. */
export const firstPosition = (restarts = 0): OffsetPosition => ({ offset: 0, page: 1, tail: [], restarts })

/** Offset to request: the position less the overlap. */
export const offsetOf = ({ offset, tail }: OffsetPosition): number => Math.max(0, offset - tail.length)

/** Returns the numbers of the pages before a position. */
export const pagesBefore = ({ page }: OffsetPosition): number[] =>
  Array.from({ length: page - 1 }, (_, index) => index + 1)

/**
 * Moves a position behind a page. Rows that were added repeat some, which readers drop. If no row of the overlap is in
 * the page, rows may have been skipped, and the list starts again, three times. After that it goes on with `isUnsure`.
 */
export function afterPage(
  position: OffsetPosition,
  rows: readonly Readonly<Record<string, unknown>>[],
): { kind: 'next' | 'restart'; position: OffsetPosition; isUnsure: boolean } {
  const ids = rows.map(rowId)
  const isLinked = position.tail.length === 0 || position.tail.some((id) => ids.includes(id))
  if (!isLinked && position.restarts < MAX_RESTARTS)
    return { kind: 'restart', position: firstPosition(position.restarts + 1), isUnsure: false }
  const next: OffsetPosition = {
    offset: offsetOf(position) + rows.length,
    page: position.page + 1,
    tail: ids.slice(-OVERLAP),
    restarts: position.restarts,
  }
  return { kind: 'next', position: next, isUnsure: !isLinked }
}
