import { UNREACHABLE_CAUSES } from './unreachable-causes.ts'

/** Fields of the errors of PostgreSQL, node-postgres, Prisma and its driver adapters. */
type Thrown = {
  code?: unknown
  kind?: unknown
  originalCode?: unknown
  message?: string
  originalMessage?: string
  cause?: unknown
  errors?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** Maximum depth of nested errors that is inspected. */
const DEPTH = 8

/**
 * Whether an error or one of its causes means that the database is unavailable now. `UNREACHABLE_CAUSES`
 * lists the codes and texts. The operation may succeed later. The data and the request are not at fault.
 */
export function isConnectionError(error: unknown): boolean {
  return says(error, 0)
}

function says(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > DEPTH) return false
  const { code, kind, originalCode, message, originalMessage, cause, errors, meta } = error as Thrown
  const codes = [code, kind, originalCode]
  const words = String(originalMessage ?? message ?? '')
  return (
    UNREACHABLE_CAUSES.some(
      (one) =>
        (one.code === undefined || codes.includes(one.code)) &&
        (one.text === undefined || one.text.test(words)) &&
        !one.unless?.test(words),
    ) ||
    [cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].some((inner) =>
      says(inner, depth + 1),
    )
  )
}
