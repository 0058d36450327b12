import { makeOperation, type Operation } from 'urql'

/** Returns a new idempotency key. `crypto.randomUUID` is missing on pages without https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Whether the context of an operation has an idempotency key. */
export const hasIdempotencyKey = ({ context }: Operation): boolean =>
  typeof context.idempotencyKey === 'string'

/** Adds the idempotency key of the context of an operation to the headers of its request. */
export function withIdempotencyKey(operation: Operation): Operation {
  const { idempotencyKey, fetchOptions } = operation.context
  if (typeof idempotencyKey !== 'string') return operation
  const before = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions
  const headers = { ...(before?.headers as Record<string, string>), 'Idempotency-Key': idempotencyKey }
  const context = { ...operation.context, fetchOptions: { ...before, headers } }
  return makeOperation(operation.kind, operation, context)
}
