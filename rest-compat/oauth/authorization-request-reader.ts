import type { Operation } from '../document.ts'
import { inputReader } from '../input.ts'
import { toAuthorizationRequest } from '../shapes/authorization-request.ts'

/** Reads an authorization request from the query of a URL. @throws AppError as the input of an endpoint */
type ReadAuthorizationRequest = (query: Record<string, unknown>) => ReturnType<typeof toAuthorizationRequest>

/** Creates the reader of authorization requests. It accepts the same as `GET /oauth/authorize` in JSON. */
export function authorizationRequestReader(
  operations: ReadonlyMap<string, Operation>,
): ReadAuthorizationRequest {
  const operation = operations.get('authorize')
  if (!operation) throw new Error('The OpenAPI document has no operation authorize')
  const read = inputReader(operation)
  return (query) => {
    const input = read({ path: {}, query, headers: {}, body: {} })
    return toAuthorizationRequest(input as Parameters<typeof toAuthorizationRequest>[0])
  }
}
