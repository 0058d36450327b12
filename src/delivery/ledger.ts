import { sql } from 'kysely'
import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isUnreachable } from '../db/is-unreachable.ts'
import { PLANNED_ANEW } from '../db/named-statements.ts'
import { signal } from '../db/signals.ts'
import type { AttemptOutcome, DeliveryState } from '../db/generated/tables.ts'
import { countAttempt } from '../server/metrics.ts'
import type { PendingDelivery } from './pending.ts'

/** What one attempt came to, and what becomes of its delivery. */
export type Result = {
  delivery: PendingDelivery
  /** What was sent, or was to be sent; null when there is nothing. */
  body: string | null
  attempt: {
    outcome: AttemptOutcome
    status: number | null
    durationMs: number
    response: string | null
    error: string | null
    startedAt: Date
  }
  next: { state: DeliveryState; waitMs: number; reason: string | null }
}

export type Ledger = {
  /** Resolves when the result is stored; however long the database is away. */
  write(result: Result): Promise<void>
}

const MOST_AT_ONCE = 500
const AGAIN_MS = 300

/**
 * Stores what attempts came to: the attempt as a row, the delivery with its verdict, in one statement for all results
 * that came while the one before was under way. What was canceled or delivered meanwhile stays so.
 */
export function createLedger(db: Db, log: Logger): Ledger {
  let waiting: { result: Result; stored: () => void }[] = []
  let writing = false
  const run = async () => {
    writing = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await store(
        db,
        log,
        batch.map(({ result }) => result),
      )
      for (const { stored } of batch) stored()
      signal(db, 'attempts')
    }
    writing = false
  }
  return {
    write: (result) =>
      new Promise<void>((stored) => {
        countAttempt(result.attempt)
        waiting.push({ result, stored })
        if (!writing) void run()
      }),
  }
}

async function store(db: Db, log: Logger, results: Result[]): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      return await insert(db, results)
    } catch (error) {
      if (!told) log.error({ err: error, results: results.length }, 'storing attempts failed; trying again')
      if (!isUnreachable(error)) {
        // One of them cannot be stored as it is: the others shall not wait for it.
        if (results.length > 1)
          return void (await Promise.all(results.map((result) => store(db, log, [result]))))
        results = results.map((result) => ({ ...result, attempt: { ...result.attempt, response: null } }))
      }
      await sleep(AGAIN_MS)
    }
  }
}

async function insert(db: Db, results: Result[]): Promise<void> {
  const rows = results.map(({ delivery, body, attempt, next }) => ({
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
    response: attempt.response,
    error: attempt.error,
    created_at: attempt.startedAt,
    state: next.state,
    wait_ms: next.waitMs,
    reason: next.reason,
  }))
  await sql`${sql.raw(PLANNED_ANEW)} with result as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        organization_id int, webhook_id int, delivery_id bigint, event_position bigint, event_id bigint,
        event_created_at timestamptz, number int, tries int, body text, outcome attempt_outcome, status int,
        duration_ms int, response text, error text, created_at timestamptz, state delivery_state, wait_ms float8, reason text)),
    written as (
      insert into delivery_attempts (organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms, response, error, created_at)
      select organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms, response, error, created_at from result)
    update deliveries d set
      state = case when d.state = 'pending' then r.state else d.state end,
      reason = case when d.state = 'pending' then r.reason else d.reason end,
      due_at = now() + r.wait_ms * interval '1 millisecond',
      attempts = greatest(d.attempts, r.number), tries = r.tries, body = coalesce(d.body, r.body), updated_at = now()
    from result r
    where d.organization_id = r.organization_id and d.webhook_id = r.webhook_id and d.event_position = r.event_position
      and d.event_id = r.event_id and d.created_at = r.event_created_at`.execute(db)
}
