import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'

const lockOf = (organizationId: number) => sql`hashtextextended(${`erasures/${organizationId}`}, 0)`

/** Makes exports of the organization wait with their end for the end of this transaction, which erases a person. */
export async function holdBackExports(tx: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(organizationId)})`.execute(tx)
}

/** Waits for erasures of the organization that have begun, and holds back others until the end of the transaction. */
export async function awaitErasures(tx: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(organizationId)})`.execute(tx)
}

/** Returns the number of erasures of an organization since the start of an export, which each of them has made stale. */
export async function countErasuresSince(db: Db, organizationId: number, startedAt: Date): Promise<number> {
  const { rows } = await sql<{ erasures: number }>`select count(*)::int as erasures from erasures
    where organization_id = ${organizationId} and created_at >= ${startedAt}::timestamptz`.execute(db)
  return rows[0]?.erasures ?? 0
}

/**
 * Returns the number of erasures of an organization, or of one person, that a transaction sees. No erasure is
 * deleted, so that a later greater number means another erasure.
 */
export async function countErasures(
  db: Db,
  organizationId: number,
  personId: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ erasures: number }>`select count(*)::int as erasures from erasures
    where organization_id = ${organizationId} and (${personId}::int is null or user_id = ${personId}::int)`.execute(
    db,
  )
  return rows[0]?.erasures ?? 0
}
