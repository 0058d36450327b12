import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Codes of errors that end a statement because it takes too long or needs too much memory: SQLSTATEs (PostgreSQL, appendix
 * A), a code of Prisma, the `kind` of its driver adapters and the name of this program's own deadline.
 */
const TOO_MUCH = new Set(['57014', '53200', '53400', 'P1008', 'SocketTimeout', 'DatabaseTimeout'])
const MAX_CAUSES = 8

/**
 * Whether a statement was given up because of what it asked for, while the database answers others: the same statement fails
 * again, a smaller one may succeed.
 */
export async function isTooMuch(db: Db, error: unknown): Promise<boolean> {
  return namesTooMuch(error, 0) && (await isReachable(db))
}

/** Whether the database answers at this moment. */
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
