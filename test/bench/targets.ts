import { deepStrictEqual } from 'node:assert'
import { listFeatureRequests } from '../../rest-compat/v3/list-feature-requests.ts'
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
}

/** The limit, the service without response cache, and the service with its defaults. */
type Servers = Record<'limit' | 'echolog' | 'remembering', ServerProcess>

const LIST = '/api/v3/feature_requests'

/** The measured requests. The first one is the limit, by which the others are divided. */
export async function benchTargets(servers: Servers, apiKey: string): Promise<Target[]> {
  const { limit: limitServer, echolog: server, remembering } = servers
  const headers = { 'API-KEY': apiKey }
  const rest = (name: string, query: string) => ({ name, bar: '', server, path: LIST + query, headers })
  const limit = { name: 'limit: 30 posts', bar: '1', server: limitServer, path: LIST, headers: {} }
  const list = restList(server, apiKey)
  const again = {
    ...restList(remembering, apiKey),
    name: 'an unchanged list asked again',
    bar: '≥ 12, then 15',
  }
  const graphqlList: Target = {
    name: 'the same through /graphql',
    bar: '≥ 0.4, then 0.6',
    server,
    path: '/graphql',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: listFeatureRequests.document, variables: { first: 30 } }),
  }
  const posts = await assertEqual(limit, [list, again, again], graphqlList)
  return [
    limit,
    list,
    graphqlList,
    again,
    rest('REST list, most votes first', '?sort=top'),
    rest('REST list, page 100', '?page=100'),
    rest('REST list of one bucket', `?bucket_id=${posts[0]?.bucket.id}`),
    rest('REST one post', `/${posts[0]?.id}`),
  ]
}

/** The request that the service is optimized for: the first page of an organization's posts. */
export function restList(server: ServerProcess, apiKey: string): Target {
  const headers = { 'API-KEY': apiKey }
  return { name: 'REST list of 30 posts, uncached', bar: '≥ 0.5, then 0.7', server, path: LIST, headers }
}

type Listed = { feature_requests: { id: number; bucket: { id: number } }[] }

/** Fails unless the servers return the same data. */
async function assertEqual(limit: Target, lists: Target[], graphql: Target) {
  const expected = (await answerOf(limit)) as Listed
  if (expected.feature_requests.length !== 30) throw new Error('the list does not contain 30 posts')
  for (const list of lists) deepStrictEqual(await answerOf(list), expected)
  const { data } = (await answerOf(graphql)) as { data: Record<string, unknown> }
  deepStrictEqual(listFeatureRequests.present(data, {}), expected)
  return expected.feature_requests
}

async function answerOf({ server, path, headers, body }: Target): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: typeof body === 'function' ? body() : (body ?? null),
  })
  if (response.status !== 200)
    throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
  return response.json()
}
