import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { executeReplanned } from '../db/client/prepared-statements.ts'
import type { DueDelivery } from './due-deliveries.ts'

/**
 * Stores the body that the first attempt of a delivery sends. Resolves with the body to send, which is the
 * stored one if another attempt has stored it first. Rejects with PostgreSQL's error, or while the database
 * is unreachable.
 */
export type StoreBody = (delivery: DueDelivery, body: string) => Promise<string>

type Entry = { delivery: DueDelivery; body: string }

/** Maximum number of bodies in one statement, of up to 1,000,000 characters each. */
const MAX_AT_ONCE = 16

/**
 * Stores bodies that would differ if they were rendered again, many in one statement. One that PostgreSQL
 * rejects fails alone.
 */
export function createBodyStore(db: Db): StoreBody {
  const loader = new DataLoader<Entry, string>(
    async (entries) => {
      try {
        return await store(db, entries)
      } catch (error) {
        if (entries.length === 1) throw error
        return Promise.all(entries.map((entry) => store(db, [entry]).then(([body = '']) => body, toError)))
      }
    },
    { cache: false, maxBatchSize: MAX_AT_ONCE },
  )
  return (delivery, body) => loader.load({ delivery, body })
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Returns the bodies to send, in the order of the entries. */
async function store(db: Db, entries: readonly Entry[]): Promise<string[]> {
  const rows = entries.map(({ delivery, body }) => ({
    organization_id: delivery.organizationId,
    webhook_id: delivery.webhookId,
    event_position: delivery.event.position,
    event_id: delivery.event.id,
    event_created_at: delivery.event.createdAt,
    body,
  }))
  const { rows: earlier } = await executeReplanned(
    db,
    sql<{ id: number; body: string }>`
    with kept as (
      update deliveries d set body = coalesce(d.body, r.body)
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        organization_id int, webhook_id int, event_position bigint, event_id bigint, event_created_at timestamptz, body text)
      where (d.organization_id, d.webhook_id, d.event_position, d.event_id, d.created_at) =
        (r.organization_id, r.webhook_id, r.event_position, r.event_id, r.event_created_at)
      returning d.id, nullif(d.body, r.body) as body)
    select id, body from kept where body is not null`,
  )
  const bodies = new Map(earlier.map(({ id, body }) => [id, body]))
  return entries.map(({ delivery, body }) => bodies.get(delivery.id) ?? body)
}
