import { sql } from 'kysely'
import { isConnectionError } from './connection-errors.ts'
import type { Db } from '../database.ts'
import { errorsIn } from './errors-in.ts'

/**
 * Codes of errors that end a statement because it takes too long or needs too much memory. They are SQLSTATEs
 * (PostgreSQL, appendix A) and the name of this program's own timeout.
 */
const TOO_MUCH = new Set(['57014', '53200', '53400', 'DatabaseTimeout'])

/**
 * Whether a statement failed because of its own cost while the database serves others. The same statement
 * fails again. A smaller one may succeed.
 */
export async function isTooMuch(db: Db, error: unknown): Promise<boolean> {
  const isNamed = errorsIn(error).some(({ code, name }) =>
    [code, name].some((word) => TOO_MUCH.has(String(word))),
  )
  return isNamed && (await isReachable(db))
}

/**
 * Whether a statement failed because the database is unavailable, and may succeed later. One that takes too long would
 * fail again.
 */
export async function isUnavailable(db: Db, error: unknown): Promise<boolean> {
  return isConnectionError(error) && !(await isTooMuch(db, error))
}

/** Whether the database responds now. */
export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
