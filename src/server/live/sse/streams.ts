import type { Request, Response } from 'express'
import { readCredentials } from '../../../../rest-compat/credential.ts'
import type { Caller } from '../../../auth/caller.ts'
import { identify } from '../../../auth/identify.ts'
import { createContext } from '../../../graphql/context.ts'
import { unavailable } from '../../../lib/errors.ts'
import { noteOrganization } from '../../../lib/http/request-log.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { tooManyConnections } from '../../http/edge/connections.ts'
import type { Tally } from '../../../lib/tally.ts'
import { assertMethod, requestInfo } from '../../graphql/handle-request.ts'
import { forgetParameters, type RequestParameters } from '../../graphql/read-request.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { toPayload } from '../../graphql/payload.ts'
import { prepareOperation, type PreparedOperation } from '../../graphql/prepare-operation.ts'
import { RequestError } from '../../graphql/request-error.ts'
import { resumeAfter } from './resume.ts'
import type { Subscriptions } from '../subscriptions.ts'

export type Streams = {
  /**
   * Responds to an operation with server-sent events if the request accepts them. Returns false otherwise.
   * @throws Refusal, AppError for an operation that cannot start
   */
  serve(request: Request, response: Response, parameters: RequestParameters): Promise<boolean>
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

  const follow = async (
    request: Request,
    response: Response,
    operation: PreparedOperation,
    caller: Caller,
  ) => {
    let close = () => {}
    const leave = slots.enter(networkOf(graphql.forwarding.addressOf(request)))
    if (!leave) throw tooManyConnections()
    if (response.closed) return leave()
    response.once('close', leave)
    const stream = openEventStream(response, () => {
      open.delete(stream)
      close()
    })
    const lastEventId = request.headers['last-event-id']
    close = await subscriptions.open({
      operation: lastEventId ? resumeAfter(graphql.schema, operation, String(lastEventId)) : operation,
      credentials: readCredentials(request),
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
  const answerAsEvent = async (
    request: Request,
    response: Response,
    operation: PreparedOperation,
    caller: Caller,
  ) => {
    assertMethod(operation.kind, request, response)
    const context = createContext(graphql.services, caller, requestInfo(graphql, request, response))
    const result = await operation.execute(context)
    if (result.data === undefined) throw new RequestError(result.errors ?? [])
    const stream = openEventStream(response, () => {})
    stream.begin()
    stream.complete(toPayload(result))
  }
  return {
    async serve(request, response, parameters) {
      const accepted = acceptedOf(request.headers.accept)
      if (accepted === 'json') return false
      if (stopping) throw unavailable('The server is stopping; try again')
      const caller = await identify(graphql.services, readCredentials(request))
      noteOrganization(response, caller)
      const operation = prepareOperation(graphql, parameters, caller)
      if (operation.kind === 'subscription') {
        forgetParameters(parameters)
        await follow(request, response, operation, caller)
      } else if (accepted === 'either') return false
      else await answerAsEvent(request, response, operation, caller)
      return true
    },
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
