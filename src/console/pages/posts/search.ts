/** Part of the posts that the list shows. */
export const STATES = ['open', 'pending', 'mine', 'done', 'all', 'hidden'] as const
export const ORDERS = ['newest', 'oldest', 'votes', 'updated', 'relevance'] as const
export const CREATED_DAYS = [1, 7, 30, 90, 365] as const
export const PARTS = ['comments', 'votes', 'followers', 'history'] as const

export type PostState = (typeof STATES)[number]
export type Order = (typeof ORDERS)[number]
export type Part = (typeof PARTS)[number]

/** State of the inbox in its address. Ids of statuses and tags are separated by commas. */
export type PostsSearch = {
  state?: PostState | undefined
  bucket?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  /** Number of days since the submission. */
  created?: number | undefined
  /** E-mail of a person who submitted or voted on the posts. */
  person?: string | undefined
  q?: string | undefined
  order?: Order | undefined
  /** Part of the open post. */
  part?: Part | undefined
}

const oneOf = <Value extends string | number>(values: readonly Value[], value: unknown) =>
  values.find((one) => one === value)
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Returns the valid parameters of an address. */
export function validSearch(search: Record<string, unknown>): PostsSearch {
  const all = {
    state: oneOf(STATES, search.state),
    bucket: text(search.bucket),
    status: text(search.status),
    tag: text(search.tag),
    created: oneOf(CREATED_DAYS, search.created),
    person: text(search.person),
    // The router reads words of digits alone as a number.
    q: text(typeof search.q === 'number' ? String(search.q) : search.q),
    order: oneOf(ORDERS, search.order),
    part: oneOf(PARTS, search.part),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Ids of a parameter. */
export const idsIn = (parameter: string | undefined) => parameter?.split(',').filter(Boolean) ?? []

/** Parameter of ids. Undefined without any. */
export const parameterOf = (ids: readonly string[]) => ids.join(',') || undefined

type StatusKindOf = { id: string; kind: string }
type Facts = { statuses: readonly StatusKindOf[]; email: string | undefined }

const isDone = ({ kind }: StatusKindOf) => kind === 'COMPLETED' || kind === 'CLOSED'
const refer = (statuses: readonly { id: string }[]) => statuses.map(({ id }) => ({ id }))

/** Filter of the statuses that are not done. */
export const openStatuses = (statuses: readonly StatusKindOf[]) =>
  refer(statuses.filter((status) => !isDone(status)))

/** Filter of a state of the inbox alone. */
function stateFilter(state: PostState, { statuses, email }: Facts) {
  switch (state) {
    case 'open':
      return { statuses: openStatuses(statuses) }
    case 'done':
      return { statuses: refer(statuses.filter(isDone)) }
    case 'pending':
      return { approvalStatus: 'PENDING' as const }
    case 'mine':
      return { submitterEmails: email === undefined ? [] : [email] }
    case 'hidden':
      return { hidden: true }
    case 'all':
      return {}
  }
}

/** Filter of the list. The days of `created` start at midnight, so that a reload asks for the same. */
export function filterOf(search: PostsSearch, facts: Facts) {
  const chosen = idsIn(search.status)
  const tagIds = idsIn(search.tag)
  return {
    includePrivate: true,
    ...stateFilter(search.state ?? 'open', facts),
    ...(chosen.length > 0 && { statuses: chosen.map((id) => ({ id })) }),
    ...(search.bucket !== undefined && { bucketId: search.bucket }),
    ...(tagIds.length > 0 && { tagIds }),
    ...(search.created !== undefined && { createdFrom: midnightBefore(search.created) }),
    ...(search.person !== undefined && { interactorEmails: [search.person] }),
    ...(search.q !== undefined && { search: search.q }),
  }
}

function midnightBefore(days: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days)
  return day.toISOString()
}

/** Order of the list. Relevance needs words to search. */
export function orderOf({ order, q }: PostsSearch) {
  switch (order ?? (q === undefined ? 'newest' : 'relevance')) {
    case 'oldest':
      return { field: 'CREATED_AT', direction: 'ASC' } as const
    case 'votes':
      return { field: 'VOTES', direction: 'DESC' } as const
    case 'updated':
      return { field: 'UPDATED_AT', direction: 'DESC' } as const
    case 'relevance':
      return { field: q === undefined ? 'CREATED_AT' : 'RELEVANCE', direction: 'DESC' } as const
    case 'newest':
      return { field: 'CREATED_AT', direction: 'DESC' } as const
  }
}
