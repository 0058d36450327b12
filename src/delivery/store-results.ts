import { sql, type RawBuilder } from 'kysely'
import { idsByOrganization } from '../db/by-organization.ts'
import type { Db } from '../db/database.ts'
import { executeReplanned } from '../db/prepared-statements.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AttemptRecord } from './attempt-log.ts'

/**
 * Stores results in one statement: the next state of each delivery, and its attempt under the next number. A
 * delivery that is canceled or delivered by now keeps its state. If a later result is stored already, only
 * the attempt is added.
 */
export async function storeResults(db: Db, results: AttemptRecord[]): Promise<void> {
  await write(db, results, sql`select * from given`)
}

/**
 * Stores results that may be stored already, because the response to an earlier try was lost. Stored ones
 * remain unchanged. Attempts are equal if their delivery and start are. Waits for an earlier try that is
 * still running.
 */
export async function storeResultsAgain(db: Db, results: AttemptRecord[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lock(tx, results)
    await write(
      tx,
      results,
      sql`select * from given where not exists (select from delivery_attempts a
        where a.organization_id = given.organization_id and a.delivery_id = given.delivery_id
          and a.number >= given.number and a.created_at = given.created_at)`,
    )
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
    await sql`select from deliveries where organization_id = ${organizationId} and id = any(${ids}::bigint[])
      order by id for no key update`.execute(tx)
}

/** Returns the columns of a result as `write` reads them. */
const rowOf = ({ delivery, body, attempt, next }: AttemptRecord) => ({
  organization_id: delivery.organizationId,
  webhook_id: delivery.webhookId,
  delivery_id: delivery.id,
  event_position: delivery.event.position,
  event_id: delivery.event.id,
  event_created_at: delivery.event.createdAt,
  number: delivery.attempts + 1,
  tries: delivery.tries + 1,
  body: delivery.body === null ? body : null,
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

async function write(db: Db, results: AttemptRecord[], which: RawBuilder<unknown>): Promise<void> {
  const rows = results.map(rowOf)
  await executeReplanned(
    db,
    // The times are computed before they meet the rows, because each server has some of these.
    sql`with given as materialized (
      select *, now() + wait_ms * interval '1 millisecond' as due_at from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        organization_id int, webhook_id int, delivery_id bigint, event_position bigint, event_id bigint,
        event_created_at timestamptz, number int, tries int, body text, outcome attempt_outcome, status int,
        duration_ms int, request_headers json, response_headers json, headers_truncated bool, response text, error text, created_at timestamptz, state delivery_state, wait_ms float8, reason text)),
    result as (${which}),
    updated as (
      update deliveries d set
        state = case when d.state = 'pending' then r.state else d.state end,
        reason = case when d.state = 'pending' then r.reason else d.reason end,
        due_at = case when d.attempts < r.number then r.due_at else d.due_at end,
        tries = case when d.attempts < r.number then r.tries else d.tries end,
        attempts = d.attempts + 1, body = coalesce(d.body, r.body), updated_at = now()
      from result r
      where d.organization_id = r.organization_id and d.webhook_id = r.webhook_id and d.event_position = r.event_position
        and d.event_id = r.event_id and d.created_at = r.event_created_at
      returning r.organization_id, r.webhook_id, r.delivery_id, d.attempts as number, r.outcome, r.status, r.duration_ms,
        r.request_headers, r.response_headers, r.headers_truncated, r.response, r.error, r.created_at)
    insert into delivery_attempts (organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
      request_headers, response_headers, headers_truncated, response, error, created_at)
    select organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
      request_headers, response_headers, headers_truncated, response, error, created_at from updated`,
  )
}
