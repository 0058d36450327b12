import { readEvents } from './event-streams.ts'
import { connect, subscriptionsOpen, until } from './sockets.ts'
import { DEADLINE_MS } from '../deadline.ts'

const CREATED = `subscription ($after: ID) {
  events(filter: {types: [POST_CREATED]}, after: $after) { id ... on PostEvent { snapshot { title } } } }`

/** An event about a new post, as a subscriber receives it. */
export type CreatedPost = { id: string; title: string }

/** An open stream of new posts. */
export type PostStream = {
  /** Everything received, in order. */
  posts(): CreatedPost[]
  titles(): string[]
  /** Whether the server has ended the stream. */
  hasEnded(): boolean
  /** Waits until `count` posts have been received. @throws Error on a timeout, or if the stream ends before */
  received(count: number): Promise<CreatedPost[]>
  close(): void
}

type Server = { url: string }
type Headers = Record<string, string>

/** Follows the new posts of an organization by server-sent events, after the event `after` if it is given. */
export async function streamPosts(server: Server, headers: Headers, after?: string): Promise<PostStream> {
  const reader = await readEvents(server, CREATED, headers, { after })
  if (reader.status !== 200) throw new Error(`no stream: ${JSON.stringify(reader.body)}`)
  return postStream(
    () => reader.results(),
    () => reader.ended,
    () => reader.close(),
  )
}

/** Follows them by WebSocket. The server must have no other open socket. */
export async function socketPosts(server: Server, headers: Headers, after?: string): Promise<PostStream> {
  const client = await connect(server, headers)
  client.subscribe('1', CREATED, { after })
  await subscriptionsOpen(server, 1)
  return postStream(
    () => client.results('1'),
    () =>
      client.closed !== null || client.messages.some(({ type }) => type === 'error' || type === 'complete'),
    () => client.socket.close(),
  )
}

function postStream(
  results: () => { data: { events: { id: string; snapshot: { title: string } } } }[],
  hasEnded: () => boolean,
  close: () => void,
): PostStream {
  const posts = () =>
    results().map(({ data: { events } }) => ({ id: events.id, title: events.snapshot.title }))
  return {
    posts,
    titles: () => posts().map(({ title }) => title),
    hasEnded,
    async received(count) {
      await until(() => posts().length >= count || hasEnded(), DEADLINE_MS)
      if (posts().length < count) throw new Error(`received ${posts().length} posts, not ${count}`)
      return posts()
    },
    close,
  }
}
