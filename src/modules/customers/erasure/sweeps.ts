import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { closeExports, containsPeople } from './forget-files.ts'
import { contains, withoutWords } from './words-in-sql.ts'
import type { PersonWords } from './words-of-person.ts'

/** Numbers of rows that a batch has changed. */
type SweepCounts = { deliveries: number; attempts: number; auditEntries: number; importRows: number }

/** A batch: the greatest id that it has read, null at the end, and what it has changed. */
export type SweptBatch = { last: number | null; counts: Partial<SweepCounts> }

/** Changes the rows of one kind that contain the words, after an id. */
export type Sweep = (
  tx: Transaction,
  batch: {
    organizationId: number
    /** The anonymous person, and the time of the erasure. */
    userId: number
    createdAt: Date
    after: number
    words: PersonWords
    size: number
  },
) => Promise<SweptBatch>

/**
 * Empties the bodies of deliveries, and the answers of their receivers. A delivery that is pending makes its body
 * again.
 */
export const sweepDeliveries: Sweep = async (tx, { organizationId, after, words, size }) => {
  const { rows } = await sql<{ id: number; emptied: boolean }>`
    with batch as materialized (
      select id, ${contains(sql`body`, words)} as found from deliveries
      where organization_id = ${organizationId} and id > ${after} order by id limit ${size}),
    emptied as (
      update deliveries d set body = null from batch
      where d.organization_id = ${organizationId} and d.id = batch.id and batch.found returning d.id)
    select batch.id, emptied.id is not null as emptied from batch left join emptied on emptied.id = batch.id
    order by batch.id`.execute(tx)
  const last = rows.at(-1)?.id
  if (last === undefined) return { last: null, counts: {} }
  const ids = rows.map(({ id }) => id)
  const { numAffectedRows } = await sql`
    update delivery_attempts set
      response = case when ${contains(sql`response`, words)} then null else response end,
      response_headers = case when ${contains(sql`response_headers::text`, words)} then null else response_headers end,
      error = case when ${contains(sql`error`, words)} then 'Deleted' else error end
    where organization_id = ${organizationId} and delivery_id = any(${ids}::bigint[])
      and (${contains(sql`response`, words)} or ${contains(sql`response_headers::text`, words)} or ${contains(sql`error`, words)})`.execute(
    tx,
  )
  return {
    last,
    counts: {
      deliveries: rows.filter(({ emptied }) => emptied).length,
      attempts: Number(numAffectedRows ?? 0),
    },
  }
}

/**
 * Replaces the words in the details of audit entries, such as the name of a key. Closes exports that have read the
 * entries before.
 */
export const sweepAuditEntries: Sweep = async (tx, { organizationId, after, words, size }) => {
  const { rows } = await sql<{ id: number; details: object | null }>`
    select id, case when ${contains(sql`details::text`, words)} then details end as details from audit_entries
    where organization_id = ${organizationId} and id > ${after} order by id limit ${size}`.execute(tx)
  const found = rows.filter(({ details }) => details !== null)
  const changed = found.map(({ details }) => JSON.stringify(withoutWords(details, words)))
  await sql`update audit_entries a set details = changed.details
    from unnest(${found.map(({ id }) => id)}::int[], ${changed}::jsonb[]) as changed (id, details)
    where a.organization_id = ${organizationId} and a.id = changed.id`.execute(tx)
  if (found.length > 0) await closeExports(tx, organizationId, containsPeople)
  return { last: rows.at(-1)?.id ?? null, counts: { auditEntries: found.length } }
}
