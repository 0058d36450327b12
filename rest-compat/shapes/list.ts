/** A page of a list as the stored operations ask for it. */
export type PageData<Item> = { nodes: Item[]; pageInfo: { hasNextPage: boolean } }

/** Variables of a page: `page` and `per_page` under their GraphQL names. */
export function pageVariables({ page, per_page }: { page?: number; per_page?: number }): {
  page?: number
  first?: number
} {
  // Numbers beyond GraphQL's Int are pages past any end.
  return { page: Math.min(page ?? 1, 2_147_483_647), first: per_page }
}

/** The bounds of a span of days, both inclusive, as moments: from the first's start to before the day after the last. */
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
