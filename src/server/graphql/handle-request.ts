import type { Request, Response } from 'express'
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { sendJson } from '../../lib/http/respond.ts'
import { createContext } from '../../graphql/context.ts'
import { AppError } from '../../lib/errors.ts'
import { jsonOf } from './payload.ts'
import type { PreparedOperation } from './prepare-operation.ts'
import { RequestError } from './request-error.ts'
import type { GraphqlEngine } from './engine.ts'

/** An operation with its caller. `counted` is called with a result of counted data and its JSON, before it is sent. */
type Asked = {
  operation: PreparedOperation
  caller: Caller
  counted: ((result: ExecutionResult, json: string) => void) | null
}

/**
 * Responds to a query or mutation with JSON, in the accepted one of the two media types (GraphQL over HTTP).
 * @throws RequestError, AppError, GraphQLError for an operation that cannot start
 */
export async function handleRequest(
  graphql: GraphqlEngine,
  request: Request,
  response: Response,
  { operation, caller, counted }: Asked,
): Promise<void> {
  if (operation.kind === 'subscription') throw notAcceptable()
  assertMethod(operation.kind, request, response)
  const answer = async () => {
    const context = createContext(graphql.services, caller, requestInfo(graphql, request, response))
    response.once('close', () => context.budget.cancel())
    const result = await operation.execute(context)
    if (result.data === undefined) throw new RequestError(result.errors ?? [])
    const json = jsonOf(result)
    counted?.(result, json)
    sendJson(response, 200, json, responseMediaType(request.headers.accept))
  }
  if (operation.kind === 'mutation') return answer()
  return graphql.readTurns(caller.organizationId ?? 0, () => response.closed, answer)
}

/**
 * Checks that a mutation is a POST, because browsers send a GET for any site.
 * @throws AppError METHOD_NOT_ALLOWED
 */
export function assertMethod(kind: string, request: Request, response: Response): void {
  if (kind !== 'mutation' || request.method === 'POST') return
  response.setHeader('Allow', 'POST')
  throw new AppError('METHOD_NOT_ALLOWED', 'A mutation needs a POST request')
}

/** Returns the request's part of an operation's context. */
export const requestInfo = ({ forwarding }: GraphqlEngine, request: Request, response: Response) => ({
  requestId: String(response.getHeader('X-Request-Id')),
  address: forwarding.addressOf(request),
  userAgent: request.headers['user-agent'] ?? '',
})

/** Returns the accepted JSON media type of GraphQL responses, which is JSON if another type is requested. */
export const responseMediaType = (accept = '') =>
  /application\/(graphql-response\+)?json/i.exec(accept)?.[0].toLowerCase() ?? 'application/json'

function notAcceptable(): GraphQLError {
  const message = 'A subscription is answered as a stream: send Accept: text/event-stream, or use a WebSocket'
  return new GraphQLError(message, { extensions: { code: 'INVALID_PARAM', status: 406 } })
}
