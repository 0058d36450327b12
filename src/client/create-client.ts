import type { CredentialSource } from './credential.ts'
import { dataOf } from './echolog-error.ts'
import { createExecute, graphql, type Execute } from './graphql.ts'
import { listItems, type ItemOf, type ListOptions, type ListPath } from './list.ts'
import { createLiveSocket, type LiveSocket, type WebSocketConstructor } from './live-socket.ts'
import { createRest, type Rest } from './rest.ts'
import { retryingFetch, type RetryOptions } from './retrying-fetch.ts'
import { createSubscribe, type Subscribe } from './subscribe.ts'

export type ClientOptions = {
  /** Address of the service, such as `https://feedback.example.com`. */
  url: string
  credential: CredentialSource
  retry?: RetryOptions
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Default: the global `WebSocket`, which Node has from version 22 on. */
  webSocket?: WebSocketConstructor
}

/** A client of the service. */
export type EchologClient = {
  /** REST, typed by the OpenAPI document: `rest.GET(path, init)` returns `{ data, error, response }`. */
  rest: Rest
  /** Iterates over the items of all pages of a REST list. */
  list: <Path extends ListPath>(path: Path, options?: ListOptions<Path>) => AsyncGenerator<ItemOf<Path>, void>
  /** Runs a query or a mutation: `{ data, error, response }`. */
  graphql: Execute
  /** Iterates over the results of a subscription, which reconnects and resumes. */
  subscribe: Subscribe
  /** Ends the subscriptions. */
  close: () => void
}

const END_OF_LOG = graphql('query { events(last: 1) { nodes { id } } }')

/** Creates a client. It connects with the first request and holds no socket without a subscription. */
export function createClient({
  url,
  credential,
  retry,
  fetch = (...request) => globalThis.fetch(...request),
  webSocket,
}: ClientOptions): EchologClient {
  const base = url.replace(/\/+$/, '')
  const graphqlUrl = new URL(`${base}/graphql`)
  const send = retryingFetch(fetch, retry)
  const rest = createRest({ url: base, credential, send })
  const execute = createExecute({ url: graphqlUrl, credential, send })
  let socket: LiveSocket | null = null
  const endOfLog = async (signal: AbortSignal) => {
    const result = await execute(END_OF_LOG, {}, { signal })
    // A person outside the team may subscribe to posts, but not read the log.
    if (result.error?.status === 403) return null
    return dataOf(result).events.nodes[0]?.id ?? null
  }
  return {
    rest,
    list: (path, options) => listItems(rest, path, options ?? {}),
    graphql: execute,
    subscribe: createSubscribe(
      () => (socket ??= createLiveSocket({ url: graphqlUrl, credential, webSocket })),
      endOfLog,
    ),
    close() {
      void socket?.client.dispose()
      socket = null
    },
  }
}
