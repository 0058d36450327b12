import type { Request, Response } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import { AppError, subjectError } from '../src/lib/errors.ts'
import { toErrorResponse, type ErrorResponse } from '../src/lib/http/error-body.ts'
import { toOAuthErrorResponse } from '../src/lib/http/oauth-error-body.ts'
import { readBody } from '../src/lib/http/request-body.ts'
import { isOAuth, sendJson, sendResponse } from '../src/lib/http/respond.ts'
import { utf8Of } from '../src/lib/text/utf8.ts'
import { BASIC_CHALLENGE, usesBasic, withClientCredentials } from './client-credentials.ts'
import { assertCredential, assertCredentialSent } from './credential.ts'
import type { AnyEndpoint, Route } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import type { InputReader } from './input.ts'
import { assertRepeatable, nextLink } from './next-link.ts'
import { assertSucceeded } from './payload.ts'

/** A route with what its operation in the OpenAPI document declares, computed once. */
type RouteHandling = {
  route: Route
  read: InputReader
  /** Status of a successful response. */
  status: number
  gateway: Gateway
}

/**
 * Returns the Express handler of a route. It checks the credentials and the scope before it reads the body,
 * and sends every error in the form of the route.
 */
export function handle(handling: RouteHandling) {
  const { route, status, gateway } = handling
  const [method, , credential, endpoint] = route
  const isClient = credential === 'client'
  // The operation itself authenticates a client.
  const isOpen = isClient || credential === 'none'
  const bodyOptions = { withinMs: gateway.bodyTimeout, forms: isClient }
  return async (request: Request, response: Response): Promise<void> => {
    const context = gateway.contextOf(request)
    let input: Record<string, unknown> = {}
    try {
      if (endpoint.hasNext) assertRepeatable(request.originalUrl)
      assertCredentialSent(isOpen ? {} : context.credentials, credential)
      const caller = isOpen ? gateway.anonymous : await context.caller()
      assertCredential(caller, credential)
      gateway.assertAllowed(endpoint.document, caller)
      const body = method === 'GET' ? {} : await readBody(request, response, bodyOptions)
      input = readInput(handling, request, body)
      const cacheWriter = endpoint.cacheable ? context.cache : null
      const revision = cacheWriter ? await cacheWriter.revision() : ''
      const data = await run(handling, input, caller, {
        requestId: context.requestId,
        address: gateway.addressOf(request),
      })
      const link = linkOf(handling, request, input, data)
      setHeaders(response, endpoint, link)
      const json = utf8Of(JSON.stringify(endpoint.present(data, input)))
      cacheWriter?.store(revision, json, link)
      sendJson(response, status, json)
    } catch (error) {
      sendResponse(
        response,
        errorResponse(route, request, input, gateway.toAppError(error, context.requestId)),
      )
    }
  }
}

function readInput(
  { route: [, path, credential], read }: RouteHandling,
  { params, query, headers }: Request,
  body: Record<string, unknown>,
): Record<string, unknown> {
  if (isOAuth(path)) assertNotRepeated(query)
  if (credential !== 'client') return read({ path: params, query, headers, body })
  // Client credentials must not be sent in the query string (RFC 6749 section 2.3.1).
  const authenticated = withClientCredentials(headers.authorization, body)
  return read({ path: params, query: {}, headers, body: authenticated })
}

/** Executes the operation of an endpoint. @throws AppError for its expected errors, as the endpoint converts them */
async function run(
  { route: [, , , endpoint], gateway }: RouteHandling,
  input: Record<string, unknown>,
  caller: Caller,
  request: { requestId: string; address: string },
): Promise<Record<string, unknown>> {
  try {
    const data = await gateway.execute(endpoint.document, endpoint.variables(input), caller, request)
    assertSucceeded(data, endpoint.object)
    return data
  } catch (error) {
    throw error instanceof AppError ? (endpoint.toError?.(error, input) ?? error) : error
  }
}

/** Returns the `Link` header of a list with a next page, otherwise null. */
function linkOf(
  { route: [, , , endpoint], gateway }: RouteHandling,
  request: Request,
  input: Record<string, unknown>,
  data: Record<string, unknown>,
): string | null {
  if (!endpoint.hasNext?.(data)) return null
  return nextLink(gateway.originOf(request), request.originalUrl, Number(input.page ?? 1))
}

function setHeaders(response: Response, { headers = {} }: AnyEndpoint, link: string | null): void {
  if (link !== null) response.setHeader('Link', link)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function errorResponse(
  [, path, credential, endpoint]: Route,
  { headers }: Request,
  input: Record<string, unknown>,
  error: AppError,
): ErrorResponse {
  const names = { fields: endpoint.fields, sent: sentAliases(endpoint, input) }
  if (!isOAuth(path)) return toErrorResponse(error, names)
  const answer = toOAuthErrorResponse(error, { ...names, fieldError: endpoint.fieldError })
  // The client used HTTP Basic, so its failure has a challenge (RFC 6749 section 5.2).
  if (credential === 'client' && answer.status === 401 && usesBasic(headers.authorization))
    answer.headers['WWW-Authenticate'] = BASIC_CHALLENGE
  return answer
}

/** Returns the aliases that were sent instead of their parameters, by parameter. */
function sentAliases({ aliases = {} }: AnyEndpoint, input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(aliases).filter(
      ([name, alias]) => input[name] === undefined && input[alias] !== undefined,
    ),
  )
}

/** Rejects repeated parameters (RFC 6749 section 3.1). */
function assertNotRepeated(parameters: Record<string, unknown>): void {
  const repeated = Object.keys(parameters).find((name) => Array.isArray(parameters[name]))
  if (repeated !== undefined)
    throw subjectError('INVALID_PARAM', { field: repeated, predicate: 'is given more than once' })
}
