import type { Request, Response } from 'express'
import { GraphQLError } from 'graphql'
import { credentialsOf } from '../../../rest-compat/credential.ts'
import { answerText } from '../../../rest-compat/router.ts'
import { identify } from '../../auth/identify.ts'
import { createContext } from '../../graphql/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Parameters } from './read-request.ts'
import { jsonOf } from './payload.ts'
import { prepare } from './prepare-operation.ts'
import { Refusal } from './request-error.ts'
import type { Graphql } from './engine.ts'

/**
 * Answers a query or a mutation as JSON, in the one of its two types that the request accepts (GraphQL over HTTP).
 * @throws Refusal, AppError, GraphQLError for what does not begin
 */
export async function answerOnce(
  graphql: Graphql,
  request: Request,
  response: Response,
  parameters: Parameters,
): Promise<void> {
  const caller = await identify(graphql.services, credentialsOf(request))
  const operation = prepare(graphql, parameters, caller)
  if (operation.kind === 'subscription') throw notAcceptable()
  assertMethod(operation.kind, request, response)
  const context = createContext(graphql.services, caller, requestOf(graphql, request, response))
  response.once('close', context.budget.cancel)
  const result = await operation.execute(context)
  if (result.data === undefined) throw new Refusal(result.errors ?? [])
  answerText(response, 200, jsonOf(result), mediaTypeOf(request.headers.accept))
}

/**
 * Only a POST may change anything: browsers send a GET for any site that asks.
 * @throws AppError METHOD_NOT_ALLOWED
 */
export function assertMethod(kind: string, request: Request, response: Response): void {
  if (kind !== 'mutation' || request.method !== 'GET') return
  response.setHeader('Allow', 'POST')
  throw new AppError('METHOD_NOT_ALLOWED', 'A mutation needs a POST request')
}

/** What an operation's context knows of the request. */
export const requestOf = ({ forwarding }: Graphql, request: Request, response: Response) => ({
  requestId: String(response.getHeader('X-Request-Id')),
  address: forwarding.addressOf(request),
})

/** One of the two forms of JSON that answers have; whoever asks for another type gets JSON all the same. */
export const mediaTypeOf = (accept = '') =>
  /application\/(graphql-response\+)?json/i.exec(accept)?.[0].toLowerCase() ?? 'application/json'

function notAcceptable(): GraphQLError {
  const message = 'A subscription is answered as a stream: send Accept: text/event-stream, or use a WebSocket'
  return new GraphQLError(message, { extensions: { code: 'ERROR_CODE_INVALID_PARAM', status: 406 } })
}
