import { UNREACHABLE_CAUSES } from './unreachable-causes.ts'

/** What PostgreSQL, node-postgres, Prisma and its driver adapters put into their errors. */
type Thrown = {
  code?: unknown
  kind?: unknown
  originalCode?: unknown
  message?: unknown
  originalMessage?: unknown
  cause?: unknown
  errors?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** Deepest error within an error that is looked at. */
const DEPTH = 8

/**
 * Whether an error, or one that it was caused by, says that the database cannot be used at this moment: the words are
 * those of UNREACHABLE_CAUSES. Trying again later may succeed; the data and the request are not at fault.
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
