/** Fields of the errors of PostgreSQL, node-postgres, Prisma and its driver adapters, GraphQL and Node. */
export type Thrown = {
  code?: unknown
  kind?: unknown
  name?: unknown
  originalCode?: unknown
  message?: string
  originalMessage?: string
  cause?: unknown
  originalError?: unknown
  errors?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** Maximum depth of nested errors that is inspected. */
const DEPTH = 8

/** Returns an error and all of its causes. Empty for a value that is no object. */
export function* errorsIn(error: unknown, depth = 0): Generator<Thrown> {
  if (typeof error !== 'object' || error === null || depth > DEPTH) return
  const thrown: Thrown = error
  yield thrown
  const { cause, originalError, errors, meta } = thrown
  const several: unknown[] = Array.isArray(errors) ? errors : []
  for (const inner of [cause, originalError, meta?.driverAdapterError, ...several])
    yield* errorsIn(inner, depth + 1)
}
