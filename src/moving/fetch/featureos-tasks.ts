/** A request that repeats for each page. `name` is the start of the names of its answers. */
export type Task = {
  path: string
  list: string
  name: string
  query: Record<string, string | string[]>
  page: number
  /** Whether the answer is one object, which has no pages. */
  single?: boolean
  seen: string
}

/** Returns a task that reads a list from its first page on. */
export const taskOf = (
  path: string,
  list: string,
  query: Task['query'] = {},
  rest: Partial<Task> = {},
): Task => ({
  path,
  list,
  name: listName(list),
  query,
  page: 1,
  seen: '',
  ...rest,
})

/** Returns the start of the names of a list's answers. */
export const listName = (list: string) => `${list}-page-`

/** Returns the name of an answer. `number` counts the answers of all lists. */
export const pageName = (start: string, number: number) => `${start}${String(number).padStart(6, '0')}.json`
