import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Moves all ids above those that a lost history of the database may have given, if the history is not the one
 * before, or `always`, as after a restore: then people are also not notified of what happened before it. Returns
 * whether it did. Each new connection does so before its first write, so that only connections which survive a
 * restore need it.
 * @throws Error 2200H when ids would leave their range
 */
export async function renewIds(db: Db, { always = false } = {}): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`select renew_ids(${always}) as moved`.execute(db)
  return rows[0]?.moved === true
}
