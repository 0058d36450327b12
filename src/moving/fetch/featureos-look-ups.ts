import { listName, pageName, taskOf, type Task } from './featureos-tasks.ts'
import type { StoredName } from './fetcher.ts'
import { rowId, rowsOf, type FetchAnswer } from './requests.ts'

/** Stored pages of a list, by the numbers of their answers. `row` is the next row of the first page. */
export type Pages = { list: string; first: number; last: number; row: number }

/** Maximum number of rows that are looked up before the next ones are read. */
const ROWS = 100

/** Adds a stored page. Pages of a list have consecutive numbers. */
export function withPage(pages: readonly Pages[], list: string, number: number): Pages[] {
  const last = pages.at(-1)
  if (last?.list !== list || last.last !== number - 1)
    return [...pages, { list, first: number, last: number, row: 0 }]
  return [...pages.slice(0, -1), { ...last, last: number }]
}

/** Returns the page whose rows are looked up next, or null at the end. */
export const storedPage = ([pages]: readonly Pages[]): StoredName | null =>
  pages ? { stored: pageName(listName(pages.list), pages.first) } : null

/** Returns the requests for the next rows of the first page, and the pages that are left. */
export function lookUps(
  [pages, ...others]: readonly Pages[],
  { json }: FetchAnswer,
): { tasks: Task[]; later: Pages[] } {
  if (!pages) return { tasks: [], later: [] }
  const { list, first, last, row } = pages
  const rows = rowsOf(json, list) ?? []
  const tasks = rows.slice(row, row + ROWS).flatMap(list === 'changelogs' ? ofChangelog : ofCustomer)
  if (row + ROWS < rows.length) return { tasks, later: [{ ...pages, row: row + ROWS }, ...others] }
  return { tasks, later: first < last ? [{ list, first: first + 1, last, row: 0 }, ...others] : others }
}

/** The whole entry, of which the list has a part. */
function ofChangelog(row: Record<string, unknown>): Task[] {
  const id = rowId(row)
  return [taskOf(`changelogs/${id}`, 'changelogs', {}, { single: true, name: `changelogs-list-${id}` })]
}

/** The posts of a customer, and those that the customer has voted on. */
function ofCustomer(row: Record<string, unknown>): Task[] {
  const [id, email] = [rowId(row), row['email']]
  if (typeof email !== 'string') return []
  const look = (one: 'submitter' | 'interactor') => {
    const query = { sort: 'oldest_created_at', status: 'all', [`${one}_emails[]`]: [email] }
    return taskOf('feature_requests', `${one}s`, query, { name: `${one}s-${id}-page-` })
  }
  return [
    ...(Number(row['post_count']) > 0 ? [look('submitter')] : []),
    ...(Number(row['votes_count']) > 0 ? [look('interactor')] : []),
  ]
}
