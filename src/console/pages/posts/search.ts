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
