import type { Request, Response } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import { subjectError, type AppError } from '../src/lib/errors.ts'
import { readBody } from '../src/lib/http/request-body.ts'
import { isOAuth, sendJson, sendResponse } from '../src/lib/http/respond.ts'
import { strictQuery } from '../src/lib/http/strict-query.ts'
import { utf8Of } from '../src/lib/text/utf8.ts'
import { withClientCredentials } from './client-credentials.ts'
import { assertCredential, assertCredentialSent } from './credential.ts'
import { runRead } from './conditional/run-read.ts'
import { runWrite, tagOfObject } from './conditional/run-write.ts'
import { isTagged, type ObjectRead } from './conditional/object-read.ts'
import type { Route } from './endpoint.ts'
import type { Gateway } from '../src/graphql/execution/gateway.ts'
import { runOnce, sendText, takesKey } from './idempotency.ts'
import type { InputReader } from './input.ts'
import { errorResponseOf } from './error-response.ts'
import { linkOf } from './link-header.ts'
import { assertRepeatable } from './page-links.ts'
import { runEndpoint } from './run-endpoint.ts'

/** A route with what its operation in the OpenAPI document declares, computed once. */
type RouteHandling = {
  route: Route
  read: InputReader
  /** Status of a successful response. */
  status: number
  /** For a write, the read of the object at the same path. */
  objectRead: ObjectRead | null
  /** Whether the route reads such an object. */
  isObjectRead: boolean
  gateway: Gateway
  /** Reader of the body. Default: JSON, and forms of OAuth clients. */
  receive?: (
    request: Request,
    response: Response,
    options: ReceiveOptions,
  ) => Promise<Record<string, unknown>>
}

/** Options of the reader of a body. */
export type ReceiveOptions = Parameters<typeof readBody>[2] & {
  caller: Caller
}

/**
 * Returns the Express handler of a route. It checks the credentials and the scope before it reads the body,
 * and sends every error in the form of the route.
 */
export function handle(handling: RouteHandling) {
  const { route, status, gateway } = handling
  const [, , credential, endpoint] = route
  // The operation itself authenticates a client.
  const isOpen = credential === 'client' || credential === 'none'
  return async (request: Request, response: Response): Promise<void> => {
    const context = gateway.contextOf(request)
    let input: Record<string, unknown> = {}
    try {
      if (endpoint.hasNext) assertRepeatable(request.originalUrl)
      assertCredentialSent(isOpen ? {} : context.credentials, credential)
      const caller = isOpen ? gateway.anonymous : await context.caller()
      const charging = gateway.charge(request, response, caller)
      if (charging) await charging
      assertCredential(caller, credential)
      gateway.assertAllowed(endpoint.document, caller)
      const key = takesKey(route) ? gateway.requestKey(request, response) : null
      const sent = await bodyOf(handling, request, response, caller)
      input = readInput(handling, request, sent)
      const source = { requestId: context.requestId, address: gateway.addressOf(request) }
      const operation = { input, caller, source }
      if (key) return sendText(response, await runOnce(key, { route, status, request, operation }))
      if (isTagged(route))
        return await gateway.withReadTurn(caller, response, () =>
          runRead({ ...handling, request, response, operation }),
        )
      const data = await runWrite({ ...handling, request, caller, source }, (execute) =>
        runEndpoint(endpoint, operation, execute),
      )
      send(handling, { request, response, caller, input, data })
    } catch (error) {
      const refusal = gateway.toAppError(error, context.requestId)
      const counted = await countRefusal(gateway, request, response, refusal)
      sendResponse(response, errorResponseOf(route, request, input, counted))
    }
  }
}

/**
 * Counts a refused request by its network if its caller is not known yet, such as for a credential that the route does
 * not take. Returns the refusal, or that of the limit.
 */
async function countRefusal(
  gateway: Gateway,
  request: Request,
  response: Response,
  refusal: AppError,
): Promise<AppError> {
  if (refusal.status >= 500) return refusal
  try {
    await gateway.charge(request, response, gateway.anonymous)
    return refusal
  } catch (error) {
    return gateway.toAppError(error, gateway.contextOf(request).requestId)
  }
}

/** Reads the body of a write. */
async function bodyOf(
  { route: [method, , credential], gateway, receive = readBody }: RouteHandling,
  request: Request,
  response: Response,
  caller: Caller,
): Promise<Record<string, unknown>> {
  if (method === 'GET') return {}
  const forms = credential === 'client'
  const isAnonymous = caller.credential === null
  return receive(request, response, { withinMs: gateway.bodyTimeout, forms, isAnonymous, caller })
}

type Answered = {
  request: Request
  response: Response
  caller: Caller
  input: Record<string, unknown>
  data: Record<string, unknown>
}

/** Sends the result of a successful operation, with the tag of an object that it changed. */
function send(handling: RouteHandling, { request, response, caller, input, data }: Answered): void {
  const { route, status, objectRead, gateway } = handling
  const [method, , , endpoint] = route
  const answer = endpoint.present(data, input)
  const link = linkOf(endpoint, request, input, { origin: gateway.originOf(request), data, body: answer })
  const body = utf8Of(JSON.stringify(answer))
  for (const [name, value] of Object.entries(endpoint.headers ?? {})) response.setHeader(name, value)
  if (objectRead && method !== 'DELETE')
    response.setHeader('ETag', tagOfObject({ gateway, objectRead, request, caller }, body))
  if (link !== null) response.setHeader('Link', link)
  sendJson(response, status, body)
}

function readInput(
  { route: [, path, credential], read }: RouteHandling,
  request: Request,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const { params, headers } = request
  const query = strictQuery(request)
  if (isOAuth(path)) assertNotRepeated(query)
  if (credential !== 'client') return read({ path: params, query, headers, body })
  // Client credentials must not be sent in the query string (RFC 6749 section 2.3.1).
  const authenticated = withClientCredentials(headers.authorization, body)
  return read({ path: params, query: {}, headers, body: authenticated })
}

/** Rejects repeated parameters (RFC 6749 section 3.1). */
function assertNotRepeated(parameters: Record<string, unknown>): void {
  const repeated = Object.keys(parameters).find((name) => Array.isArray(parameters[name]))
  if (repeated !== undefined)
    throw subjectError('INVALID_PARAM', { field: repeated, predicate: 'is given more than once' })
}
