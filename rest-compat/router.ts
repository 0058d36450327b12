import express, { type Request, type Response, type Router } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import type { Credentials } from '../src/auth/credentials.ts'
import { AppError, subjectError } from '../src/lib/errors.ts'
import { utf8Of } from '../src/lib/text/utf8.ts'
import { BASIC_CHALLENGE, usesBasic, withClientCredentials } from './client-credentials.ts'
import { assertCredential, assertCredentialSent, type Credential } from './credential.ts'
import { operationsOf, type Document } from './document.ts'
import { successStatus, type AnyEndpoint } from './endpoint.ts'
import { toErrorResponse } from '../src/lib/http/error-body.ts'
import { inputReader, type InputReader } from './input.ts'
import { assertSucceeded } from './payload.ts'
import { readBody } from '../src/lib/http/request-body.ts'
import { assertRepeatable, nextLink } from './next-link.ts'
import { toOAuthErrorResponse } from '../src/lib/http/oauth-error-body.ts'
import { isOAuth, sendError, sendJson, sendResponse } from '../src/lib/http/respond.ts'

/** Method, path, credential, endpoint. The root fields of the endpoint's document declare the OAuth scope. */
export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  credential: Credential,
  endpoint: AnyEndpoint,
]

/** State of a request that it shares with the response cache. */
export type RequestContext = {
  requestId: string
  credentials: Credentials
  /** Identifies the caller once. */
  caller(): Promise<Caller>
  /** Writer of the response cache, or null if the response is not stored. */
  cache: {
    /** Returns the current revision of the organization's data. Call it before the response is computed. */
    revision(): Promise<string>
    /** Stores a UTF-8 body with the value of its Link header. */
    store(revision: string, body: Buffer, link: string | null): void
  } | null
}

/** Interface through which the REST layer calls the program. It uses no other. */
export type Gateway = {
  contextOf(request: Request): RequestContext
  /** Caller of a request without credentials. */
  anonymous: Caller
  execute(
    document: string,
    variables: Record<string, unknown>,
    caller: Caller,
    request: { requestId: string; address: string },
  ): Promise<Record<string, unknown>>
  /** Throws if the caller may not run the document at all, for example without the scope of a root field. */
  assertAllowed(document: string, caller: Caller): void
  /** Address of the client behind trusted proxies. */
  addressOf(request: Request): string
  /** Base of absolute links for the client, without a trailing slash. */
  originOf(request: Request): string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  /** Converts any thrown value to an `AppError`, and logs an unexpected error. */
  toAppError(error: unknown, requestId: string): AppError
}

/** Creates the Express router of the REST routes. Each request runs one stored GraphQL operation. */
export function restRouter(routes: readonly Route[], document: Document, gateway: Gateway): Router {
  const router = express.Router({ caseSensitive: true })
  const operations = operationsOf(document)
  // By path, in the order of the table: a literal path precedes a path with an id that also matches it.
  for (const path of new Set(routes.map(([, path]) => path))) {
    const here = routes.filter((route) => route[1] === path)
    const expressRoute = router.route(path)
    for (const route of here) {
      const [method, , , { operation: id }] = route
      const operation = operations.get(id)
      if (!operation) throw new Error(`The OpenAPI document has no operation ${id}`)
      expressRoute[method.toLowerCase() as 'get'](
        handle(route, inputReader(operation), successStatus(operation), gateway),
      )
    }
    expressRoute.all(
      rejectMethod(
        path,
        here.map(([method]) => method),
      ),
    )
  }
  return router
}

function rejectMethod(path: string, allowed: string[]) {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (_request: Request, response: Response): void => {
    response.setHeader('Allow', allow)
    sendError(response, new AppError('METHOD_NOT_ALLOWED', `Only ${allow} can be used here`), path)
  }
}

function handle(
  [method, path, credential, endpoint]: Route,
  read: InputReader,
  status: number,
  gateway: Gateway,
) {
  const isClient = credential === 'client'
  const present = (error: AppError, input: Record<string, unknown>) => {
    const { fields, fieldError } = endpoint
    const names = { fields, sent: sentAliases(endpoint, input) }
    return isOAuth(path)
      ? toOAuthErrorResponse(error, { ...names, fieldError })
      : toErrorResponse(error, names)
  }
  return async (request: Request, response: Response): Promise<void> => {
    const context = gateway.contextOf(request)
    const { requestId } = context
    const { params, query, headers } = request
    let input: Record<string, unknown> = {}
    try {
      if (endpoint.hasNext) assertRepeatable(request.originalUrl)
      // The operation itself authenticates a client.
      const isOpen = isClient || credential === 'none'
      assertCredentialSent(isOpen ? {} : context.credentials, credential)
      const caller = isOpen ? gateway.anonymous : await context.caller()
      assertCredential(caller, credential)
      gateway.assertAllowed(endpoint.document, caller)
      const sent =
        method === 'GET'
          ? {}
          : await readBody(request, response, { withinMs: gateway.bodyTimeout, forms: isClient })
      if (isOAuth(path)) assertNotRepeated(query)
      const body = isClient ? withClientCredentials(headers.authorization, sent) : sent
      // Client credentials must not be sent in the query string (RFC 6749 section 2.3.1).
      input = read({ path: params, query: isClient ? {} : query, headers, body })
      const cacheWriter = endpoint.cacheable ? context.cache : null
      const revision = cacheWriter ? await cacheWriter.revision() : ''
      const data = await succeeding(endpoint, input, () =>
        gateway.execute(endpoint.document, endpoint.variables(input), caller, {
          requestId,
          address: gateway.addressOf(request),
        }),
      )
      const link = endpoint.hasNext?.(data)
        ? nextLink(gateway.originOf(request), request.originalUrl, Number(input.page ?? 1))
        : null
      if (link !== null) response.setHeader('Link', link)
      for (const [name, value] of Object.entries(endpoint.headers ?? {})) response.setHeader(name, value)
      const json = utf8Of(JSON.stringify(endpoint.present(data, input)))
      cacheWriter?.store(revision, json, link)
      sendJson(response, status, json)
    } catch (error) {
      const refusal = present(gateway.toAppError(error, requestId), input)
      if (isClient && refusal.status === 401 && usesBasic(headers.authorization))
        refusal.headers['WWW-Authenticate'] = BASIC_CHALLENGE
      sendResponse(response, refusal)
    }
  }
}

/** Executes the operation of an endpoint. @throws AppError for its expected errors, as the endpoint converts them */
async function succeeding(
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
  execute: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  try {
    const data = await execute()
    assertSucceeded(data, endpoint.object)
    return data
  } catch (error) {
    throw error instanceof AppError ? (endpoint.toError?.(error, input) ?? error) : error
  }
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
