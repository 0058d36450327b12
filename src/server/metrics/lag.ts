import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { HORIZON } from '../../events/position.ts'

/** Delay of deliveries and its causes. Ages are in seconds, 0 for none. */
export type Lag = {
  /**
   * Age of the oldest running transaction that has written. Events after its first write wait for its end.
   */
  transactionSeconds: number
  /**
   * Whether recorded events are not yet queued for webhooks, and whether the first of them waits for a
   * transaction.
   */
  eventsWaiting: boolean
  eventsBlocked: boolean
  eventSeconds: number
  /** Number of due and of all pending deliveries, counted up to 10,000. */
  deliveriesDue: number
  deliveriesPending: number
  dueSeconds: number
  queuesLeased: number
  webhooksDisabled: number
}

/** Maximum count of deliveries. */
const MAX = sql.lit(10_000)
const MIN_MS = 1_000

/**
 * Measures the lag in one statement on indexes and small tables, independently of the log's size.
 * Transactions of the whole cluster count, as for the horizon. Read-only ones do not.
 */
export async function readLag(db: Db): Promise<Lag> {
  const { rows } = await sql<Lag>`
    with waiting as (
      select e.* from bridge_cursor cursor cross join lateral (
        select e.created_at, e.position < ${HORIZON} as settled from events e
        where (e.position, e.id) > (cursor.position, cursor.event_id)
          and e.created_at >= least(cursor.reached_at, now()) - interval '1 day'
        order by e.position, e.id limit 1) e),
    due as (${pending(sql`due_at <= now()`)}),
    pending as (${pending(sql`due_at is not null`)})
    select ${secondsSince(sql`(select min(since) from (${BLOCKING_TRANSACTIONS}) holders)`)} as "transactionSeconds",
      exists (select from waiting) as "eventsWaiting",
      exists (select from waiting where not settled) as "eventsBlocked",
      ${secondsSince(sql`(select created_at from waiting)`)} as "eventSeconds",
      (select count(*) from due)::int as "deliveriesDue",
      (select count(*) from pending)::int as "deliveriesPending",
      ${secondsSince(sql`(select min(due_at) from due)`)} as "dueSeconds",
      (select count(*) from webhook_lanes where leased_until >= now())::int as "queuesLeased",
      (select count(*) from webhooks where disabled_at is not null)::int as "webhooksDisabled"`.execute(db)
  const [lag] = rows
  if (!lag) throw new Error('PostgreSQL returned no row')
  return lag
}

/** A running transaction that blocks events. A prepared one has no process. */
export type BlockingTransaction = {
  pid: number | null
  name: string
  database: string
  state: string
  seconds: number
}

/**
 * Returns the transactions that have blocked events for at least `seconds`, oldest first, if the database's
 * user can see them.
 */
export async function readBlockingTransactions(db: Db, seconds: number): Promise<BlockingTransaction[]> {
  const { rows } = await sql<BlockingTransaction>`
    select pid, name, database, state, ${secondsSince(sql`since`)} as seconds from (${BLOCKING_TRANSACTIONS}) holders
    where since <= now() - make_interval(secs => ${seconds}) order by since`.execute(db)
  return rows
}

/**
 * Returns a function that measures the lag and passes it to `show`, at most once a second and once at a time.
 * Null when it cannot be read.
 */
export function watchLag(db: Db, show: (lag: Lag | null) => void): () => Promise<void> {
  let reading: Promise<void> | null = null
  let readAt = -Infinity
  const read = async () => {
    show(await readLag(db).catch(() => null))
    readAt = performance.now()
    reading = null
  }
  return async () => {
    if (performance.now() - readAt >= MIN_MS) await (reading ??= read())
  }
}

const BLOCKING_TRANSACTIONS = sql`
  select pid, coalesce(nullif(application_name, ''), 'unnamed') as name, datname as database, state, xact_start as since
  from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
  union all select null, gid, database, 'prepared', prepared from pg_prepared_xacts`

/**
 * Reads each queue separately, so that the index of pending deliveries is used. `when` applies to queues and
 * deliveries.
 */
const pending = (when: ReturnType<typeof sql>) => sql`
  select d.due_at from (select organization_id, webhook_id from webhook_lanes where ${when}) queue cross join lateral (
    select due_at from deliveries
    where organization_id = queue.organization_id and webhook_id = queue.webhook_id and state = 'pending' and ${when}
    order by due_at, event_position, event_id limit ${MAX}) d limit ${MAX}`

const secondsSince = (moment: ReturnType<typeof sql>) =>
  sql<number>`coalesce(greatest(extract(epoch from now() - ${moment}), 0), 0)::float8`
