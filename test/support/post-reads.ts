import type { TestApp } from './app.ts'
import type { Headers } from './fixtures/scenario.ts'
import type { Json } from './json.ts'

type Read = {
  path: string
  headers: Headers
  body?: object
  postsIn: (body: Json) => { id: number; title: string }[]
}

/** Reads the list of posts, or one, through REST or `/graphql`. */
export async function readPosts(
  server: Pick<TestApp, 'call'>,
  headers: Headers,
  id: number | null,
): Promise<{ id: number; title: string }[]> {
  const { path, body: sent, postsIn } = readOf(headers, id)
  const { body } = await server.call(sent ? 'POST' : 'GET', path, { headers, body: sent })
  return postsIn(body)
}

/** Returns one of the three ways to read the list, or one post. */
function readOf(headers: Headers, id: number | null): Read {
  const way = Math.random()
  if (way < 0.4)
    return {
      path: `/api/v3/feature_requests${id === null ? '' : `/${id}`}`,
      headers,
      postsIn: (body) => (id === null ? body.feature_requests : [body]),
    }
  const query =
    id === null
      ? '{ posts(first: 30) { nodes { id: databaseId title } } }'
      : `{ post(by: { databaseId: ${id} }) { id: databaseId title } }`
  const postsIn = ({ data }: { data: { posts?: { nodes: never }; post: never } }) =>
    data.posts?.nodes ?? [data.post]
  if (way < 0.7) return { path: `/graphql?query=${encodeURIComponent(query)}`, headers, postsIn }
  return { path: '/graphql', headers, body: { query }, postsIn }
}
