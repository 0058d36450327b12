/** Fields of the errors of PostgreSQL, node-postgres, GraphQL and Node. */
export type Thrown = {
  code?: unknown
  name?: unknown
  message?: string
  cause?: unknown
  originalError?: unknown
  errors?: unknown
}

/** Maximum depth of nested errors that is inspected. */
const DEPTH = 8

/** Returns an error and all of its causes. Empty for a value that is no object. */
export function* errorsIn(error: unknown, depth = 0): Generator<Thrown> {
  if (typeof error !== 'object' || error === null || depth > DEPTH) return
  const thrown: Thrown = error
  yield thrown
  const { cause, originalError, errors } = thrown
  const several: unknown[] = Array.isArray(errors) ? errors : []
  for (const inner of [cause, originalError, ...several]) yield* errorsIn(inner, depth + 1)
}
