import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import type { Headers } from '../fixtures/scenario.ts'
import { run } from './operations.ts'

type Order = { field: string; direction: 'ASC' | 'DESC' }
export const RELEVANCE: Order = { field: 'RELEVANCE', direction: 'DESC' }
export const NEWEST: Order = { field: 'CREATED_AT', direction: 'DESC' }

/** Searched lists, with the type of their nodes and the field that `listSearcher` returns. */
export const SEARCHED = {
  comments: ['Comment', 'body'],
  customers: ['Customer', 'email'],
  changelogs: ['Changelog', 'title'],
} as const
export type SearchedList = keyof typeof SEARCHED

/** Returns the query of a list with `$search`, `$orderBy`, `$first` and `$after`. */
export function searchedList(list: SearchedList): string {
  const [type, field] = SEARCHED[list]
  const everywhere = list === 'comments' ? ', includePrivate: true' : ''
  return `query ($search: String, $orderBy: ${type}Order, $first: Int, $after: String) {
    ${list}(first: $first, after: $after, filter: { search: $search${everywhere} }, orderBy: $orderBy) {
      totalCount nodes { ${field} } pageInfo { endCursor hasNextPage }
    }
  }`
}

/**
 * Returns a function that reads all rows that a search finds, in pages of two, and checks that the list counts them.
 */
export function listSearcher(app: TestApp) {
  return async (list: SearchedList, search: string, orderBy: Order, headers: Headers): Promise<string[]> => {
    const texts: string[] = []
    for (let after: string | null = null; ;) {
      const variables = { search, orderBy, first: 2, after }
      const { [list]: page } = await run(app, headers, searchedList(list), variables)
      texts.push(...page.nodes.map((node: Record<string, string>) => node[SEARCHED[list][1]]))
      if (!page.pageInfo.hasNextPage) {
        expect([search, page.totalCount]).toEqual([search, texts.length])
        return texts
      }
      after = page.pageInfo.endCursor
    }
  }
}
