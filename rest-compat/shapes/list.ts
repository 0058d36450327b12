/** Converts `page` and `per_page` to GraphQL variables. */
export function pageVariables({ page, per_page }: { page?: number; per_page?: number }): {
  page?: number
  first?: number | undefined
} {
  // Numbers beyond the range of GraphQL's Int are pages past the end of every list.
  return { page: Math.min(page ?? 1, 2_147_483_647), first: per_page }
}

/**
 * Converts an inclusive date range to timestamps: from the start of the first day to before the day after the
 * last.
 */
export function dayBounds({ from_date, to_date }: { from_date?: string; to_date?: string }): {
  createdFrom?: string
  createdBefore?: string
} {
  return {
    ...(from_date !== undefined && { createdFrom: `${from_date}T00:00:00.000Z` }),
    ...(to_date !== undefined && {
      createdBefore: new Date(Date.parse(`${to_date}T00:00:00Z`) + 86_400_000).toISOString(),
    }),
  }
}
