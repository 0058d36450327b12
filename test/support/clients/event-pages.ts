import type { TestApp } from '../app.ts'
import { readAll } from '../fixtures/log-events.ts'
import { run } from './operations.ts'
import type { Headers } from '../fixtures/scenario.ts'

export const EVENTS = `query ($filter: EventFilter, $first: Int, $after: ID, $last: Int, $before: ID) {
  events(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { id type ... on PostEvent { snapshot { postId title } } }
    edges { cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

export type EventNode = { id: string; type: string; snapshot?: { postId: string; title: string } }
type EventPage = {
  nodes: EventNode[]
  edges: { cursor: string }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

/** One page of the log, read once no recorded event is blocked. */
export async function eventPage(app: TestApp, headers: Headers, variables: object = {}): Promise<EventPage> {
  await readAll(app.services.db)
  return (await run(app, headers, EVENTS, { ...variables })).events
}

/** All events that a caller may read, in the log's order. */
export async function allEvents(app: TestApp, headers: Headers, types?: string[]): Promise<EventNode[]> {
  const page = await eventPage(app, headers, { filter: { types }, first: 100 })
  if (page.pageInfo.hasNextPage) throw new Error('more than one page of events')
  return page.nodes
}

export const idsOf = (nodes: { id: string }[]) => nodes.map(({ id }) => id)
export const typesOf = (nodes: { type: string }[]) => nodes.map(({ type }) => type)
