import type { Request, Response } from 'express'
import { AppError } from '../src/lib/errors.ts'
import { sendJson } from '../src/lib/http/respond.ts'
import type { Route } from './endpoint.ts'
import type { RequestKey } from '../src/graphql/execution/gateway.ts'
import { assertSucceeded } from '../src/lib/graphql-client/payload.ts'
import { errorResponseOf } from './error-response.ts'
import { converted, executeEndpoint, type Operation } from './run-endpoint.ts'

/** Whether requests of a route may have an idempotency key. */
export const takesKey = ([method, path]: Route): boolean => method === 'POST' && path.startsWith('/api/v3/')

/** A request whose key was not used before. */
type KeyedRequest = {
  route: Route
  /** Status of a successful response. */
  status: number
  request: Request
  operation: Operation
}

/**
 * Executes the operation of a route once for an idempotency key, and returns the text of its response. The errors
 * of its payload are a response, except an exceeded limit. That and any other error leave the key unused.
 */
export function runOnce(
  key: RequestKey,
  { route, status, request, operation }: KeyedRequest,
): Promise<string> {
  const [, , , endpoint] = route
  const { caller, input } = operation
  return key.runOnce(caller, endpoint.document, async (execute) => {
    const data = await executeEndpoint(endpoint, operation, execute).catch((error: unknown) => {
      throw converted(endpoint, operation, error)
    })
    try {
      assertSucceeded(data, endpoint.object)
    } catch (error) {
      const refusal = converted(endpoint, operation, error)
      if (!(refusal instanceof AppError) || refusal.code === 'LIMIT_EXCEEDED') throw refusal
      const answer = errorResponseOf(route, request, input, refusal)
      return toText({ ...answer, body: JSON.stringify(answer.body) })
    }
    const body = JSON.stringify(endpoint.present(data, input))
    return toText({ status, headers: endpoint.headers ?? {}, body })
  })
}

/** A response as it is stored for an idempotency key. */
type StoredResponse = { status: number; headers: Record<string, string>; body: string }

/** Returns the text of a response that is stored: status and headers in the first line, then the body. */
const toText = ({ status, headers, body }: StoredResponse): string =>
  `${JSON.stringify([status, headers])}\n${body}`

/** Sends a response from its text. */
export function sendText(response: Response, text: string): void {
  const end = text.indexOf('\n')
  const [status, headers] = JSON.parse(text.slice(0, end)) as [number, Record<string, string>]
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  sendJson(response, status, text.slice(end + 1))
}
