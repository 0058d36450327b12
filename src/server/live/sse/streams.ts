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
import { EventStream } from './event-stream.ts'
import { toPayload } from '../../graphql/payload.ts'
import type { PreparedOperation } from '../../graphql/prepare-operation.ts'
import { RequestError } from '../../graphql/request-error.ts'
import { resumeAfter } from './resume.ts'
import type { Subscriptions } from '../subscriptions.ts'

type Accepted = 'events' | 'either' | 'json'

/**
 * Serves GraphQL over server-sent events in "distinct connections mode": `next` for each result, then
 * `complete`. Operations that cannot start receive plain JSON with its status. Queries are streamed only if
 * the client accepts nothing else.
 */
export class Streams {
  readonly #graphql: GraphqlEngine
  readonly #subscriptions: Subscriptions
  readonly #slots: Tally
  readonly #open = new Set<EventStream>()
  #isStopping = false

  /** `slots` counts open connections per network. */
  constructor(graphql: GraphqlEngine, subscriptions: Subscriptions, slots: Tally) {
    this.#graphql = graphql
    this.#subscriptions = subscriptions
    this.#slots = slots
  }

  /** Returns the accepted form of a response. @throws AppError UNAVAILABLE for streams during shutdown */
  accepted({ headers }: Request): Accepted {
    const accepted = acceptedOf(headers.accept)
    if (accepted !== 'json') this.#assertRunning()
    return accepted
  }

  /**
   * Sends the results of a subscription as server-sent events.
   * @throws RequestError, AppError for an operation that cannot start
   */
  async follow(
    request: Request,
    response: Response,
    operation: PreparedOperation,
    from: { caller: Caller; credentials: Credentials },
  ): Promise<void> {
    let close = () => {}
    const leave = this.#slots.enter(networkOf(this.#graphql.forwarding.addressOf(request)))
    if (!leave) throw tooManyConnections()
    if (response.closed) return leave()
    response.once('close', leave)
    const stream = new EventStream(response, this.#graphql.services.metrics, () => {
      this.#open.delete(stream)
      close()
    })
    close = await this.#subscriptions.open({
      operation: this.#resumed(operation, request),
      ...from,
      transport: 'sse',
      ...requestInfo(this.#graphql, request, response),
      sink: {
        sendQueue: stream.sendQueue,
        next: (payload) => stream.next(payload),
        end: (errors) => stream.complete(toPayload({ errors })),
      },
    })
    // The client has disconnected, or the server is stopping.
    if (response.closed || this.#isStopping) close()
    this.#assertRunning()
    if (response.closed) return
    this.#open.add(stream)
    stream.begin()
  }

  /**
   * Sends the result of a query or mutation as one event.
   * @throws RequestError, AppError for an operation that cannot start
   */
  async sendAsEvent(
    request: Request,
    response: Response,
    operation: PreparedOperation,
    caller: Caller,
  ): Promise<void> {
    assertMethod(operation.kind, request, response)
    const { services } = this.#graphql
    const context = createContext(services, caller, requestInfo(this.#graphql, request, response))
    const result = await operation.execute(context)
    if (result.data === undefined) throw new RequestError(result.errors ?? [])
    const stream = new EventStream(response, services.metrics)
    stream.begin()
    stream.complete(toPayload(result))
  }

  /** Ends all streams without `complete`, so that clients reconnect, and rejects new ones. */
  stop(): void {
    this.#isStopping = true
    for (const stream of this.#open) stream.close()
  }

  #assertRunning(): void {
    if (this.#isStopping) throw unavailable('The server is stopping; try again')
  }

  #resumed(operation: PreparedOperation, { headers }: Request): PreparedOperation {
    const lastEventId = headers['last-event-id']
    return lastEventId ? resumeAfter(this.#graphql.schema, operation, String(lastEventId)) : operation
  }
}

function acceptedOf(accept = ''): Accepted {
  if (!/text\/event-stream/i.test(accept)) return 'json'
  return /json|\*\/\*|application\/\*/i.test(accept) ? 'either' : 'events'
}
