import { sql } from 'kysely'
import { idsByOrganization } from '../db/writes/by-organization.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AttemptRecord } from './attempt-log.ts'

/**
 * Stores results in one statement: the next state of each delivery, and its attempt under the next number. A
 * delivery that is canceled or delivered by now keeps its state. If a later result is stored already, only
 * the attempt is added.
 */
export async function storeResults(db: Db, results: AttemptRecord[]): Promise<void> {
  await write(db, results, false)
}

/**
 * Stores results that may be stored already, because the response to an earlier try was lost. Stored ones
 * remain unchanged. Attempts are equal if their delivery and start are. Waits for an earlier try that is
 * still running.
 */
export async function storeResultsAgain(db: Db, results: AttemptRecord[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lock(tx, results)
    await write(tx, results, true)
  })
}

/** Stores the next state of a result whose attempt cannot be stored. Idempotent. */
export async function storeNextState(db: Db, { delivery, next }: AttemptRecord): Promise<void> {
  await sql`update deliveries d set state = ${next.state}::delivery_state, reason = ${NOT_STORED}, updated_at = now(),
      due_at = now() + ${next.waitMs} * interval '1 millisecond', tries = ${delivery.tries + 1}
    where ${isOf(delivery)} and d.state = 'pending' and d.tries <= ${delivery.tries}`.execute(db)
}

/** Reason of a delivery or error of an attempt that could not be stored completely. */
export const NOT_STORED = 'The attempt could not be stored as it was'

const isOf = ({ organizationId, webhookId, event }: AttemptRecord['delivery']) =>
  sql`(d.organization_id, d.webhook_id, d.event_position, d.event_id, d.created_at) = (${organizationId}::int,
    ${webhookId}::int, ${event.position}::bigint, ${event.id}::bigint, ${event.createdAt}::timestamptz)`

/** Locks the deliveries of results, in one organization after the other. */
async function lock(tx: Db, results: AttemptRecord[]): Promise<void> {
  const keys = results.map(({ delivery: { organizationId, id } }) => ({ organizationId, id }))
  const sorted = [...idsByOrganization(keys)].sort(([one], [other]) => one - other)
  for (const [organizationId, ids] of sorted)
    await sql`select 1 from deliveries where organization_id = ${organizationId} and id = any(${ids}::bigint[])
      order by id for no key update`.execute(tx)
}

/** Returns the columns of a result, without its body, as `store_results` reads them. */
const rowOf = ({ delivery, attempt, next }: AttemptRecord) => ({
  organization_id: delivery.organizationId,
  webhook_id: delivery.webhookId,
  delivery_id: delivery.id,
  event_position: delivery.event.position,
  event_id: delivery.event.id,
  event_created_at: delivery.event.createdAt,
  number: delivery.attempts + 1,
  tries: delivery.tries + 1,
  outcome: attempt.outcome,
  status: attempt.status,
  duration_ms: attempt.durationMs,
  request_headers: attempt.requestHeaders,
  response_headers: attempt.responseHeaders,
  headers_truncated: attempt.headersTruncated,
  response: attempt.response,
  error: attempt.error,
  created_at: attempt.startedAt,
  state: next.state,
  wait_ms: next.waitMs,
  reason: next.reason,
})

/** Stores results with their bodies as one text, which is cheaper to write and to read than in JSON. */
function write(db: Db, results: AttemptRecord[], again: boolean): Promise<unknown> {
  const bodies: string[] = []
  // PostgreSQL counts bytes from 1 on.
  let end = 1
  const rows = results.map((result) => {
    const body = result.delivery.body === null ? result.body : null
    if (body === null) return rowOf(result)
    bodies.push(body)
    const length = Buffer.byteLength(body)
    end += length
    return { ...rowOf(result), body_start: end - length, body_length: length }
  })
  const packed = Buffer.from(bodies.join(''))
  return sql`select store_results(${JSON.stringify(rows)}::json, ${packed}::bytea, ${again})`.execute(db)
}
