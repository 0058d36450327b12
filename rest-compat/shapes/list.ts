import { invalidParam } from '../../src/lib/errors.ts'

/** Page size of a list without `per_page`. */
const DEFAULT_SIZE = 30

/** Converts `page` and `per_page` to GraphQL variables. */
export function pageVariables({ page, per_page }: { page?: number; per_page?: number }): {
  offset: number
  first?: number | undefined
} {
  // Numbers beyond the range of GraphQL's Int are offsets past the end of every list.
  const offset = ((page ?? 1) - 1) * (per_page ?? DEFAULT_SIZE)
  return { offset: Math.min(offset, 2_147_483_647), first: per_page }
}

/**
 * Converts an inclusive date range to timestamps: from the start of the first day to before the day after the
 * last.
 * @throws AppError INVALID_PARAM if it ends before it begins
 */
export function dayBounds({ from_date, to_date }: { from_date?: string; to_date?: string }): {
  createdFrom?: string
  createdTo?: string
} {
  if (from_date !== undefined && to_date !== undefined && from_date > to_date)
    throw invalidParam('from_date', 'must not be after "to_date"')
  return {
    ...(from_date !== undefined && { createdFrom: `${from_date}T00:00:00.000Z` }),
    ...(to_date !== undefined && {
      createdTo: new Date(Date.parse(`${to_date}T00:00:00Z`) + 86_400_000).toISOString(),
    }),
  }
}
