import { deepStrictEqual } from 'node:assert'
import { documentText } from '../../src/lib/graphql-client/graphql.ts'
import { listFeatureRequests } from '../../rest-compat/v3/list-feature-requests.ts'
import { LIST_IN_FILTER, LONG_AGO, NESTED_COMMENTS, NESTED_LIST, NESTED_POSTS } from './documents.ts'
import type { ServerProcess } from './server-process.ts'

/** One row of the table: a measured request. */
export type Target = {
  name: string
  /** The required share of the limit's throughput. */
  bar: string
  server: ServerProcess
  path: string
  headers: Record<string, string>
  /** Body of a request, or a function that returns the body of the next one. */
  body?: string | (() => string)
  /** Default `POST` with a body, else `GET`. */
  method?: string
  /** Returns the bytes of the next request, of a target whose requests differ. */
  next?: () => Buffer
  /** The row that this one is divided by. Default: the first one of the table. */
  limit?: Target
}

/** The limit, the service without response cache, and the service with its defaults. */
type Servers = Record<'limit' | 'echolog' | 'remembering', ServerProcess>

const LIST = '/api/v3/feature_requests'

/** The measured requests. The first one is the limit, by which the others are divided. */
export async function benchTargets(servers: Servers, apiKey: string): Promise<Target[]> {
  const { limit: limitServer, echolog: server, remembering } = servers
  const headers = { 'API-KEY': apiKey }
  const rest = (name: string, query: string) => ({ name, bar: '', server, path: LIST + query, headers })
  const limit = limitList(limitServer)
  const list = restList(server, apiKey)
  const again = {
    ...restList(remembering, apiKey),
    name: 'an unchanged list asked again',
    bar: '≥ 12, then 15',
  }
  const graphql = (name: string, query: string, variables: object) =>
    graphqlTarget(server, apiKey, { name, query, variables })
  const query = documentText(listFeatureRequests.document)
  const variables = { first: 30, filter: { createdFrom: LONG_AGO }, isByStatus: false }
  const lists = [
    graphql('the same through /graphql, with `$filter`', query, variables),
    graphql('the same with variables inside the filter', documentText(LIST_IN_FILTER), {
      first: 30,
      from: LONG_AGO,
    }),
  ]
  const posts = await assertEqual(limit, [list, again, again], lists)
  const unchangedQuery = {
    ...graphqlTarget(remembering, apiKey, { name: 'an unchanged list through /graphql', query, variables }),
    bar: '≥ 10',
  }
  const nested = await nestedTargets(servers, apiKey)
  const unchanged = await unchangedTarget(again)
  return [
    limit,
    list,
    ...lists,
    again,
    unchanged,
    unchangedQuery,
    ...nested,
    rest('REST list, most votes first', '?sort=top'),
    rest('REST list, page 100', '?page=100'),
    rest('REST list of one bucket', `?bucket_id=${posts[0]?.bucket.id}`),
    rest('REST one post', `/${posts[0]?.id}`),
  ]
}

/** A target requested with the tag of its response, divided by the target itself. */
async function unchangedTarget(again: Target): Promise<Target> {
  const { server, path, headers } = again
  const { headers: received } = await fetch(server.url + path, { headers })
  const unchanged = { ...headers, 'If-None-Match': received.get('etag') ?? '' }
  return { ...again, name: 'the same with its tag, 304', bar: '≥ 1', headers: unchanged, limit: again }
}

/** The list of the limit. */
export const limitList = (server: ServerProcess): Target => ({
  name: 'limit: 30 posts',
  bar: '1',
  server,
  path: LIST,
  headers: {},
})

/** The request that the service is optimized for: the first page of an organization's posts. */
export function restList(server: ServerProcess, apiKey: string): Target {
  const headers = { 'API-KEY': apiKey }
  return { name: 'REST list of 30 posts, uncached', bar: '≥ 0.7', server, path: LIST, headers }
}

/** The list of posts with their comments, beside a server that reads all of it with one statement. */
async function nestedTargets(servers: Servers, apiKey: string): Promise<Target[]> {
  const name = '20 posts with 3 comments and their authors'
  const limit: Target = {
    name: `limit: ${name}`,
    bar: '1',
    server: servers.limit,
    path: '/nested',
    headers: {},
  }
  limit.limit = limit
  const variables = { first: NESTED_POSTS, comments: NESTED_COMMENTS }
  const nested = graphqlTarget(servers.echolog, apiKey, {
    name: `${name}, through /graphql`,
    query: documentText(NESTED_LIST),
    variables,
  })
  deepStrictEqual(await answerOf(nested), await answerOf(limit))
  return [limit, { ...nested, limit, bar: '≥ 0.5' }]
}

/** A request of a query to `/graphql`. */
function graphqlTarget(
  server: ServerProcess,
  apiKey: string,
  { name, query, variables }: { name: string; query: string; variables: object },
): Target {
  const headers = { 'API-KEY': apiKey, 'Content-Type': 'application/json' }
  return { name, bar: '≥ 0.6', server, path: '/graphql', headers, body: JSON.stringify({ query, variables }) }
}

type Listed = { feature_requests: { id: number; bucket: { id: number } }[] }

/** Fails unless the servers return the same data. */
async function assertEqual(limit: Target, lists: Target[], graphql: Target[]) {
  const expected = (await answerOf(limit)) as Listed
  if (expected.feature_requests.length !== 30) throw new Error('the list does not contain 30 posts')
  for (const list of lists) deepStrictEqual(await answerOf(list), expected)
  for (const list of graphql) {
    const { data } = (await answerOf(list)) as { data: Record<string, unknown> }
    deepStrictEqual(listFeatureRequests.present(data, {}), expected)
  }
  return expected.feature_requests
}

/** Returns the JSON that a target responds with. @throws Error for an error response */
export async function answerOf({ server, path, headers, body }: Target): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: typeof body === 'function' ? body() : (body ?? null),
  })
  if (response.status !== 200)
    throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
  const { extensions: _cost, ...answer } = (await response.json()) as Record<string, unknown>
  return answer
}
