import type { Fetcher, Step } from './fetcher.ts'
import { afterPage, firstPosition, offsetOf, pagesBefore, type OffsetPosition } from './offset-pages.ts'
import { FetchFailure, rowId, rowsOf, type FetchAnswer } from './requests.ts'

type Version = 'v1' | 'v2'
/** A list to read. Posts are read for each board. `cursor` is that of v2. */
type Task = {
  list: string
  version: Version
  boardID?: string
  cursor?: string
  page: number
  position: OffsetPosition
}

/** Position of a fetch of Canny: the lists that are left, the first in progress. */
export type CannyState = { tasks: Task[] }

const LIMIT = 100
/** Maximum number of lists that are left. Each step stores them. */
const MAX_TASKS = 10_000
const OPTIONAL = new Set(['categories', 'tags', 'users', 'companies', 'entries', 'status_changes'])

const taskOf = (list: string, version: Version, boardID?: string): Task => ({
  list,
  version,
  ...(boardID !== undefined && { boardID }),
  page: 1,
  position: firstPosition(),
})

/** The first state. Posts come after the boards, which name them. */
export const cannyStart = (): CannyState => ({
  tasks: [
    ...['boards', 'categories', 'tags', 'entries'].map((list) => taskOf(list, 'v1')),
    ...['users', 'companies', 'votes', 'comments', 'status_changes'].map((list) => taskOf(list, 'v2')),
  ],
})

/** Fetches the lists of Canny's API: by `skip` in v1 and by `cursor` in v2. The key is added to the body. */
export const cannyFetcher: Fetcher<CannyState> = {
  intervalMs: 200,
  request: ({ tasks: [task] }) => {
    if (!task) return null
    const { list, version, boardID, cursor, position } = task
    const paging =
      version === 'v1' ? { skip: offsetOf(position) } : { ...(cursor !== undefined && { cursor }) }
    const ofOneBoard = boardID === undefined ? {} : { boardID, sort: 'oldest' }
    return {
      method: 'POST',
      path: `/api/${version}/${list}/list`,
      body: { limit: LIMIT, ...paging, ...ofOneBoard },
    }
  },
  advance: ({ tasks: [task, ...rest] }, answer) => {
    if (!task) throw new FetchFailure('failed', 'The fetch is at its end.')
    const problem = problemOf(task, answer)
    if (problem === 'other version')
      return { ...nothing, state: { tasks: [taskOf(task.list, 'v1'), ...rest] } }
    if (problem !== null)
      return { ...nothing, state: { tasks: rest }, reports: [{ what: task.list, reason: problem }] }
    return task.version === 'v1' ? afterSkip(task, rest, answer) : afterCursor(task, rest, answer)
  },
}

const nothing = { stored: [], discard: [], reports: [] }

const rowsIn = ({ list }: Task, { json }: FetchAnswer) =>
  rowsOf(
    json,
    'items',
    list,
    list.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  )

/**
 * Returns the problem of an answer that leaves out a list, or null. Errors come with 4xx or with 200.
 * @throws FetchFailure for a list that must be there
 */
function problemOf(task: Task, answer: FetchAnswer): string | null {
  const error = (answer.json as { error?: unknown } | null | undefined)?.error
  if (answer.status < 400 && error === undefined && rowsIn(task, answer)) return null
  if (typeof error === 'string' && /api ?key|unauthorized|not authenticated/i.test(error))
    throw new FetchFailure('failed', 'The key was refused.')
  const isMissing = answer.status === 404
  if (isMissing && task.version === 'v2' && ['votes', 'status_changes', 'comments'].includes(task.list))
    return 'other version'
  if (OPTIONAL.has(task.list)) return 'The source does not return this list.'
  throw new FetchFailure(
    'failed',
    `The source refuses the list "${task.list}" with the status ${answer.status}.`,
  )
}

const nameOf = ({ list, boardID }: Task, page: number) =>
  `${list}-${boardID === undefined ? '' : `${boardID}-`}page-${page}.json`

function afterSkip(task: Task, rest: Task[], answer: FetchAnswer): Step<CannyState> {
  const rows = rowsIn(task, answer) ?? []
  const { kind, position, isUnsure } = afterPage(task.position, rows)
  if (kind === 'restart')
    return {
      ...nothing,
      state: { tasks: [{ ...task, position }, ...rest] },
      discard: pagesBefore(task.position).map((page) => nameOf(task, page)),
    }
  const hasMore = (answer.json as { hasMore?: unknown }).hasMore === true && rows.length > 0
  const posts = task.list === 'boards' ? postsOf(rows, task) : []
  const present = new Set(rest.flatMap(({ list, boardID }) => (list === 'posts' ? [boardID] : [])))
  const left = [...rest, ...posts.filter(({ boardID }) => !present.has(boardID))]
  if (left.length > MAX_TASKS)
    throw new FetchFailure('failed', `The source has more than ${MAX_TASKS} boards.`)
  return {
    state: { tasks: hasMore ? [{ ...task, position }, ...left] : left },
    stored: [{ name: nameOf(task, task.position.page), json: answer.json }],
    discard: [],
    reports: isUnsure
      ? [{ what: task.list, reason: 'The list changed while it was read. Rows may be missing.' }]
      : [],
  }
}

/** Lists of posts: one for each board, and one of all for an account without boards, whose reader needs it. */
const postsOf = (boards: readonly Record<string, unknown>[], { position }: Task): Task[] =>
  boards.length === 0 && position.page === 1
    ? [taskOf('posts', 'v1')]
    : boards.map((row) => taskOf('posts', 'v1', rowId(row)))

function afterCursor(task: Task, rest: Task[], answer: FetchAnswer): Step<CannyState> {
  const { cursor, hasNextPage } = answer.json as { cursor?: unknown; hasNextPage?: unknown }
  const isNext =
    hasNextPage !== false && typeof cursor === 'string' && cursor !== '' && cursor !== task.cursor
  const next: Task[] = isNext ? [{ ...task, cursor, page: task.page + 1 }] : []
  return {
    state: { tasks: [...next, ...rest] },
    stored: [{ name: nameOf(task, task.page), json: answer.json }],
    discard: [],
    reports: [],
  }
}
