import { cacheExchange } from '@urql/exchange-graphcache'
import {
  Client,
  fetchExchange,
  makeOperation,
  mapExchange,
  subscriptionExchange,
  type Operation,
  type OperationResult,
} from 'urql'
import { createEventSocket } from './event-socket.ts'
import { withIdempotencyKey } from './idempotency-key.ts'
import { isSignedOut } from './is-signed-out.ts'
import { isTemporary } from './is-temporary.ts'
import { KEYS, POSSIBLE_TYPES } from './keys.ts'
import { UPDATES } from './updates.ts'

/** Milliseconds after which a query that was not answered is sent again. */
const RETRY_MS = 5_000

/**
 * State of the socket. `over`: the server has ended the session, and no retry would bring it back.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'over'

export type LiveClient = {
  client: Client
  /** Closes the socket and its subscriptions. */
  close: () => void
}

/**
 * Creates the GraphQL client of one organization. The session is an HttpOnly cookie, so that no token passes
 * through the program. Objects are normalized by their id: an event changes each list that shows its object.
 */
export function createLiveClient(
  organization: string,
  onConnection: (connection: Connection) => void,
): LiveClient {
  const socket = createEventSocket(organization, onConnection)
  const readAgain = (operation: Operation, afterMs: number) =>
    setTimeout(() => {
      const context = { ...operation.context, requestPolicy: 'network-only' as const }
      // A query that no page follows any more is not sent.
      client.reexecuteOperation(makeOperation(operation.kind, operation, context))
    }, afterMs)
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: { headers: { 'X-Organization': organization } },
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({
        onOperation: withIdempotencyKey,
        onError: (error) => void (isSignedOut(error) && onConnection('over')),
        onResult: (result) => {
          const { operation, error } = result
          if (isIncomplete(result)) readAgain(operation, 0)
          else if (error && operation.kind === 'query' && isTemporary(error)) readAgain(operation, RETRY_MS)
        },
      }),
      cacheExchange({ keys: KEYS, possibleTypes: POSSIBLE_TYPES, updates: UPDATES }),
      fetchExchange,
      subscriptionExchange({ forwardSubscription: socket.forward }),
    ],
  })
  return { client, close: socket.close }
}

/**
 * Whether the cache lacks a field of an answer. A live event that arrives before the answer may link objects with
 * fewer fields than the query selects, and the cache then has neither data nor an error.
 */
function isIncomplete({ operation, data, error }: OperationResult): boolean {
  return operation.kind === 'query' && !error && (data === null || data === undefined)
}
