import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Codes of errors that end a statement because it takes too long or needs too much memory. They are SQLSTATEs
 * (PostgreSQL, appendix A), a Prisma code, a `kind` of its driver adapters and the name of this program's own
 * timeout.
 */
const TOO_MUCH = new Set(['57014', '53200', '53400', 'P1008', 'SocketTimeout', 'DatabaseTimeout'])
const MAX_CAUSES = 8

/**
 * Whether a statement failed because of its own cost while the database serves others. The same statement
 * fails again. A smaller one may succeed.
 */
export async function isTooMuch(db: Db, error: unknown): Promise<boolean> {
  return namesTooMuch(error, 0) && (await isReachable(db))
}

/** Whether the database responds now. */
export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

function namesTooMuch(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return false
  const { code, kind, name, cause, originalError, meta } = error as Record<string, unknown>
  if ([code, kind, name].some((word) => TOO_MUCH.has(String(word)))) return true
  const inner = [
    cause,
    originalError,
    (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError,
  ]
  return inner.some((each) => namesTooMuch(each, depth + 1))
}
