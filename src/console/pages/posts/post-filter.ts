import type { PostsSearch, PostState } from './search.ts'

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

/** Whether the address restricts the list within its state. */
export const hasFilter = ({ state: _state, part: _part, order: _order, ...filters }: PostsSearch) =>
  Object.keys(filters).length > 0

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
