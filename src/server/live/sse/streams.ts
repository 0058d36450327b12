import type { Request, Response } from 'express'
import type { Credentials } from '../../../auth/credentials.ts'
import type { Caller } from '../../../auth/caller.ts'
import { createContext } from '../../../graphql/context.ts'
import { unavailable } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { tooManyConnections } from '../../../lib/http/too-many-connections.ts'
import type { Tally } from '../../../lib/concurrency/tally.ts'
import { assertMethod, requestInfo } from '../../graphql/handle-request.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { toPayload } from '../../graphql/payload.ts'
import type { PreparedOperation } from '../../graphql/prepare-operation.ts'
import { RequestError } from '../../graphql/request-error.ts'
import { resumeAfter } from './resume.ts'
import type { Subscriptions } from '../subscriptions.ts'

export type Streams = {
  /** Returns the accepted form of a response. @throws AppError UNAVAILABLE for streams during shutdown */
  accepted(request: Request): Accepted
  /**
   * Sends the results of a subscription as server-sent events.
   * @throws RequestError, AppError for an operation that cannot start
   */
  follow(
    request: Request,
    response: Response,
    operation: PreparedOperation,
    from: { caller: Caller; credentials: Credentials },
  ): Promise<void>
  /**
   * Sends the result of a query or mutation as one event.
   * @throws RequestError, AppError for an operation that cannot start
   */
  sendAsEvent(
    request: Request,
    response: Response,
    operation: PreparedOperation,
    caller: Caller,
  ): Promise<void>
  /** Ends all streams without `complete`, so that clients reconnect, and rejects new ones. */
  stop(): void
}

type Accepted = 'events' | 'either' | 'json'

/**
 * Serves GraphQL over server-sent events in "distinct connections mode": `next` for each result, then
 * `complete`. Operations that cannot start receive plain JSON with its status. Queries are streamed only if
 * the client accepts nothing else.
 */
export function createStreams(graphql: GraphqlEngine, subscriptions: Subscriptions, slots: Tally): Streams {
  const open = new Set<EventStream>()
  let stopping = false

  const follow: Streams['follow'] = async (request, response, operation, { caller, credentials }) => {
    let close = () => {}
    const leave = slots.enter(networkOf(graphql.forwarding.addressOf(request)))
    if (!leave) throw tooManyConnections()
    if (response.closed) return leave()
    response.once('close', leave)
    const stream = openEventStream(response, graphql.services.metrics, () => {
      open.delete(stream)
      close()
    })
    const lastEventId = request.headers['last-event-id']
    close = await subscriptions.open({
      operation: lastEventId ? resumeAfter(graphql.schema, operation, String(lastEventId)) : operation,
      credentials,
      caller,
      transport: 'sse',
      ...requestInfo(graphql, request, response),
      sink: {
        canQueue: stream.canQueue,
        runExclusive: stream.runExclusive,
        abort: stream.abort,
        next: stream.next,
        end: (errors) => stream.complete(toPayload({ errors })),
      },
    })
    // The client has disconnected, or the server is stopping.
    if (response.closed || stopping) close()
    if (stopping) throw unavailable('The server is stopping; try again')
    if (response.closed) return
    open.add(stream)
    stream.begin()
  }
  const sendAsEvent: Streams['sendAsEvent'] = async (request, response, operation, caller) => {
    assertMethod(operation.kind, request, response)
    const context = createContext(graphql.services, caller, requestInfo(graphql, request, response))
    const result = await operation.execute(context)
    if (result.data === undefined) throw new RequestError(result.errors ?? [])
    const stream = openEventStream(response, graphql.services.metrics, () => {})
    stream.begin()
    stream.complete(toPayload(result))
  }
  return {
    accepted({ headers }) {
      const accepted = acceptedOf(headers.accept)
      if (accepted !== 'json' && stopping) throw unavailable('The server is stopping; try again')
      return accepted
    },
    follow,
    sendAsEvent,
    stop() {
      stopping = true
      for (const stream of open) stream.close()
    },
  }
}

function acceptedOf(accept = ''): Accepted {
  if (!/text\/event-stream/i.test(accept)) return 'json'
  return /json|\*\/\*|application\/\*/i.test(accept) ? 'either' : 'events'
}
