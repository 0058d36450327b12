import { makeOperation, type Operation } from 'urql'

/** Adds the idempotency key of the context of an operation to the headers of its request. */
export function withIdempotencyKey(operation: Operation): Operation {
  const { idempotencyKey, fetchOptions } = operation.context
  if (typeof idempotencyKey !== 'string') return operation
  const before = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions
  const headers = { ...(before?.headers as Record<string, string>), 'Idempotency-Key': idempotencyKey }
  const context = { ...operation.context, fetchOptions: { ...before, headers } }
  return makeOperation(operation.kind, operation, context)
}
