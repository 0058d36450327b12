import type { ServerProcess } from '../server-process.ts'
import { answerOf, type Target } from '../targets.ts'

type Request = Pick<Target, 'name' | 'path'> & Partial<Pick<Target, 'body' | 'method'>>

const POSTS = '/api/v3/feature_requests'
const DESCRIPTION = 'A wish of several people, who would like to read how it continues. '.repeat(6)
const LIST = `query { posts(first: 30) { nodes { id title votesCount status { name } } } }`

/** Requests that are measured, in the order of the table. All versions of the API have them. */
function requestsOf(ids: number[]): Request[] {
  let number = 0
  const next = () => ids[++number % ids.length]
  const title = () => `A wish of ${Math.random().toString(36).slice(2)}`
  return [
    { name: 'REST list of 30 posts', path: POSTS },
    { name: 'REST one post', path: `${POSTS}/${ids[0]}` },
    { name: '30 posts through /graphql', path: '/graphql', body: JSON.stringify({ query: LIST }) },
    {
      name: 'a post',
      path: POSTS,
      body: () => JSON.stringify({ title: title(), description: DESCRIPTION }),
    },
    {
      name: 'a comment',
      path: '/api/v3/comments',
      body: () => JSON.stringify({ feature_request_id: next(), comment: DESCRIPTION }),
    },
  ]
}

/** Two servers of a version: one that stores no responses and one with the defaults. */
type Servers = { uncached: ServerProcess; usual: ServerProcess }

/**
 * Returns the targets of a version. Each is divided by the same one of `before`, or by itself.
 */
export async function versionTargets(
  name: string,
  { uncached, usual }: Servers,
  apiKey: string,
  before?: Target[],
): Promise<Target[]> {
  const headers = { 'API-KEY': apiKey, 'Content-Type': 'application/json' }
  const list: Target = { name: '', bar: '', server: uncached, path: POSTS, headers: { 'API-KEY': apiKey } }
  const { feature_requests: posts } = (await answerOf(list)) as { feature_requests: { id: number }[] }
  const requests = requestsOf(posts.map(({ id }) => id))
  const again: Target = { ...list, name: 'the list asked again, stored', server: usual }
  const all: Target[] = [...requests.map((request) => ({ ...list, headers, ...request })), again]
  return all.map((target, index) => {
    const named: Target = { ...target, name: `${target.name}: ${name}` }
    named.limit = before?.[index] ?? named
    return named
  })
}
