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

/** Does the same without waiting. Returns false while an export holds back erasures. */
export async function tryHoldBackExports(tx: Transaction, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockOf(organizationId)}) as "isHeld"`.execute(tx)
  return rows[0]?.isHeld === true
}

/**
 * Returns the number of erasures of an organization since the start of an export, which each of them has made stale.
 */
export async function countErasuresSince(db: Db, organizationId: number, startedAt: Date): Promise<number> {
  const { rows } = await sql<{ erasures: number }>`select count(*)::int as erasures from erasures
    where organization_id = ${organizationId} and created_at >= ${startedAt}::timestamptz`.execute(db)
  return rows[0]?.erasures ?? 0
}

/**
 * Returns the number of erasures of an organization that a transaction sees, with that of the rows which workers have
 * changed for them, or the number of those of one person. No erasure is deleted, so that a later greater number means
 * older rows.
 */
export async function countErasures(
  db: Db,
  organizationId: number,
  personId: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ erasures: number }>`
    select (count(*) + case when ${personId}::int is null
      then coalesce(sum(audit_entries + import_rows), 0) else 0 end)::int as erasures
    from erasures where organization_id = ${organizationId} and (${personId}::int is null or user_id = ${personId}::int)`.execute(
    db,
  )
  return rows[0]?.erasures ?? 0
}
