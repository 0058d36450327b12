import { lookUps, storedPage, withPage, type Pages } from './featureos-look-ups.ts'
import { pageName, taskOf, type Task } from './featureos-tasks.ts'
import type { Fetcher, Step } from './fetcher.ts'
import { FetchFailure, rowId, rowsOf, type FetchAnswer } from './requests.ts'

/**
 * Position of a fetch of FeatureOS. `answers` counts answers of lists for the names of those that are stored. `later`
 * are the pages whose rows are looked up after the tasks.
 */
export type FeatureosState = {
  tasks: Task[]
  answers: number
  voters: boolean
  roadmaps: string[]
  later: Pages[]
}

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
  later: [],
})

const posts = (query: Task['query'], sort = 'oldest_created_at') =>
  taskOf('feature_requests', 'feature_requests', { sort, ...query })

/** Fetches the lists of FeatureOS, 100 requests a minute. */
export const featureosFetcher: Fetcher<FeatureosState> = {
  intervalMs: 600,
  request: ({ tasks: [task], later }) => {
    if (!task) return storedPage(later)
    const paging = task.single ? {} : { page: String(task.page), per_page: String(PER_PAGE) }
    return { method: 'GET', path: `/api/v3/${task.path}`, query: { ...task.query, ...paging } }
  },
  advance: (state, answer) => {
    const { tasks, later } = state
    const [task, ...rest] = tasks
    if (!task) return { ...nothing, state: { ...state, ...lookUps(later, answer) } }
    if (isRefused(task, answer)) {
      const reports = [{ what: task.list, reason: 'The source does not return this list.' }]
      return { ...nothing, state: { ...state, tasks: [...rest, ...insteadOf(task, state)] }, reports }
    }
    return task.single ? afterSingle(state, task, rest, answer) : afterList(state, task, rest, answer)
  },
}

const nothing = { stored: [], discard: [], reports: [] }

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
  return { ...nothing, state: { ...state, tasks }, stored: [{ name: `${task.name}.json`, json: wrapped }] }
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
  const answers = state.answers + 1
  const next = isLast ? [] : [{ ...task, page: task.page + 1, seen }]
  const leadsOn = !isRepeated && (task.list === 'changelogs' || (task.list === 'customers' && state.voters))
  const { later } = state
  const isStored = !isRepeated || isFirstOfPosts(task)
  return {
    ...nothing,
    state: {
      ...state,
      answers,
      later: leadsOn ? withPage(later, task.list, answers) : later,
      tasks: [...next, ...rest],
    },
    stored: isStored ? [{ name: pageName(task.name, answers), json: answer.json }] : [],
  }
}

/** Whether a task reads the first page of a list of posts. The reader needs one, which an empty account has too. */
const isFirstOfPosts = ({ list, page }: Task) => list === 'feature_requests' && page === 1
