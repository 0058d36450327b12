import type { Fetcher, Step } from './fetcher.ts'
import { FetchFailure, rowId, rowsOf, type FetchAnswer, type FetchRequest } from './requests.ts'

/** A request that repeats for each page. `name` is the start of the names of its answers. */
type Task = {
  path: string
  list: string
  name: string
  query: Record<string, string | string[]>
  page: number
  /** Whether the answer is one object, which has no pages. */
  single?: boolean
  seen: string
}

/** Where a fetch of FeatureOS stands. `answers` counts stored answers for their names. */
export type FeatureosState = { tasks: Task[]; answers: number; voters: boolean; roadmaps: string[] }

const PER_PAGE = 100
/** Sizes of pages that servers use without regard to the request. A page of such a size may not be the last. */
const CAPS = [20, 25, 30, 50]
const OPTIONAL = new Set([
  'customers',
  'roadmaps',
  'changelogs',
  'comments',
  'buckets',
  'submitters',
  'interactors',
])

const taskOf = (path: string, list: string, query: Task['query'] = {}, rest: Partial<Task> = {}): Task => ({
  path,
  list,
  name: `${list}-page-`,
  query,
  page: 1,
  seen: '',
  ...rest,
})

/** The first state. `voters` looks up who has voted, a request or more for each customer. */
export const featureosStart = (options: { voters: boolean; roadmaps?: string[] }): FeatureosState => ({
  tasks: [
    taskOf('organizations/info', 'organizations', {}, { single: true, name: 'organizations-info' }),
    taskOf('buckets', 'buckets'),
    ...['approved', 'pending'].map((approval_status) => posts({ approval_status })),
    posts({ status: 'all' }),
    // The opposite order shows what deletions have moved past the pages of the first reading.
    posts({ status: 'all' }, 'latest_created_at'),
    taskOf('comments', 'comments'),
    ...['published', 'scheduled', 'draft'].map((status) => taskOf('changelogs', 'changelogs', { status })),
    taskOf('roadmaps', 'roadmaps'),
    taskOf('customers', 'customers'),
  ],
  answers: 0,
  voters: options.voters,
  roadmaps: options.roadmaps ?? [],
})

const posts = (query: Task['query'], sort = 'oldest_created_at') =>
  taskOf('feature_requests', 'feature_requests', { sort, ...query })

/** Fetches the lists of FeatureOS, 100 requests a minute. */
export const featureosFetcher: Fetcher<FeatureosState> = {
  intervalMs: 600,
  request: ({ tasks: [task] }): FetchRequest | null => {
    if (!task) return null
    const paging = task.single ? {} : { page: String(task.page), per_page: String(PER_PAGE) }
    return { method: 'GET', path: `/api/v3/${task.path}`, query: { ...task.query, ...paging } }
  },
  advance: (state, answer) => {
    const [task, ...rest] = state.tasks
    if (!task) throw new FetchFailure('failed', 'The fetch is at its end.')
    if (isRefused(task, answer)) {
      const reports = [{ what: task.list, reason: 'The source does not give this list.' }]
      return {
        state: { ...state, tasks: [...rest, ...insteadOf(task, state)] },
        stored: [],
        discard: [],
        reports,
      }
    }
    return task.single ? afterSingle(state, task, rest, answer) : afterList(state, task, rest, answer)
  },
}

/** @throws FetchFailure for a list that must be there */
function isRefused(task: Task, { status, json }: FetchAnswer): boolean {
  const isList = task.single || rowsOf(json, keyOfList(task)) !== null
  if (status === 200 && isList && (json as { success?: unknown } | null)?.success !== false) return false
  if (OPTIONAL.has(task.list)) return true
  throw new FetchFailure('failed', `The source refuses the list "${task.list}" with the status ${status}.`)
}

const keyOfList = ({ list }: Task) =>
  list === 'submitters' || list === 'interactors' ? 'feature_requests' : list

/** Roadmaps by id, where there is no list of them. */
const insteadOf = ({ list, single }: Task, { roadmaps }: FeatureosState): Task[] =>
  list === 'roadmaps' && !single
    ? roadmaps.map((id) =>
        taskOf(
          `roadmaps/${encodeURIComponent(id)}`,
          'roadmaps',
          {},
          { single: true, name: `roadmaps-list-${id}` },
        ),
      )
    : []

function afterSingle(
  state: FeatureosState,
  task: Task,
  rest: Task[],
  { json }: FetchAnswer,
): Step<FeatureosState> {
  const wrapped = task.list === 'organizations' ? json : { [task.list]: [oneOf(task, json)] }
  const states = task.list === 'organizations' ? (rowsOf(json, 'status_info') ?? []) : []
  const slugs = states.flatMap(({ slug }) => (typeof slug === 'string' ? [slug] : []))
  const tasks = [...slugs.map((slug) => posts({ 'states[]': [slug] })), ...rest]
  return {
    state: { ...state, tasks },
    stored: [{ name: `${task.name}.json`, json: wrapped }],
    discard: [],
    reports: [],
  }
}

/** The object of an answer about one: `{changelog}`, `{changelogs: [one]}` or itself. */
function oneOf({ list }: Task, json: unknown): unknown {
  const answer = json as Record<string, unknown>
  return rowsOf(json, list)?.[0] ?? answer[list.replace(/s$/, '')] ?? answer[list] ?? json
}

function afterList(
  state: FeatureosState,
  task: Task,
  rest: Task[],
  answer: FetchAnswer,
): Step<FeatureosState> {
  const rows = rowsOf(answer.json, keyOfList(task)) ?? []
  const seen = JSON.stringify(rows.map(rowId))
  const isRepeated = rows.length === 0 || seen === task.seen
  const isLast = isRepeated || (rows.length < PER_PAGE && !CAPS.includes(rows.length))
  const number = state.answers + 1
  const next = isLast ? [] : [{ ...task, page: task.page + 1, seen }]
  return {
    state: {
      ...state,
      answers: number,
      tasks: [...next, ...rest, ...(isRepeated ? [] : lookUps(task, rows, state))],
    },
    stored:
      isRepeated && !isFirstOfPosts(task)
        ? []
        : [{ name: `${task.name}${String(number).padStart(6, '0')}.json`, json: answer.json }],
    discard: [],
    reports: [],
  }
}

/** Whether a task reads the first page of a list of posts. The reader needs one, which an empty account has too. */
const isFirstOfPosts = ({ list, page }: Task) => list === 'feature_requests' && page === 1

/** Requests that rows lead to: each changelog by itself, and posts by customer. */
function lookUps(
  { list }: Task,
  rows: readonly Record<string, unknown>[],
  { voters }: FeatureosState,
): Task[] {
  if (list === 'changelogs')
    return rows.map((row) =>
      taskOf(
        `changelogs/${rowId(row)}`,
        'changelogs',
        {},
        { single: true, name: `changelogs-list-${rowId(row)}` },
      ),
    )
  if (list !== 'customers' || !voters) return []
  return rows.flatMap((row) => {
    const [id, email] = [rowId(row), row['email']]
    if (typeof email !== 'string') return []
    const query = (key: string) => ({
      sort: 'oldest_created_at',
      status: 'all',
      [`${key}_emails[]`]: [email],
    })
    const look = (one: 'submitter' | 'interactor') =>
      taskOf('feature_requests', `${one}s`, query(one), { name: `${one}s-${id}-page-` })
    return [
      ...(Number(row['post_count']) > 0 ? [look('submitter')] : []),
      ...(Number(row['votes_count']) > 0 ? [look('interactor')] : []),
    ]
  })
}
