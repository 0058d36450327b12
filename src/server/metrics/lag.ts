import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isDistributed } from '../../db/sharding/is-distributed.ts'

/** Delay of deliveries and its causes. Ages are in seconds, 0 for none. */
export type Lag = {
  /** Whether recorded events have no number yet, and so are not queued for webhooks, and the age of the oldest. */
  eventsWaiting: boolean
  eventSeconds: number
  /** Number of due and of all pending deliveries, counted up to 10,000. */
  deliveriesDue: number
  deliveriesPending: number
  dueSeconds: number
  queuesLeased: number
  webhooksDisabled: number
  /** Number of due mails, counted up to 10,000, and how long the oldest has been due. */
  mailsDue: number
  mailSeconds: number
}

/** Maximum count of deliveries, and of events of which the oldest is found. */
const MAX = sql.lit(10_000)
const MIN_MS = 1_000

/** Measures the lag in one statement on indexes and small tables, independently of the log's size. */
export async function readLag(db: Db): Promise<Lag> {
  const pending = isDistributed(db) ? pendingOfServers : pendingByQueue
  const { rows } = await sql<Lag>`
    with waiting as (select min(created_at) as since from (select created_at from event_box limit ${MAX}) box),
    due as (${pending(sql`<= now()`)}),
    pending as (${pending(sql`is not null`)}),
    mail as (select due_at from mails where state in ('queued', 'sending') and due_at <= now() limit ${MAX})
    select (select since from waiting) is not null as "eventsWaiting",
      ${secondsSince(sql`(select since from waiting)`)} as "eventSeconds",
      (select count(*) from due)::int as "deliveriesDue",
      (select count(*) from pending)::int as "deliveriesPending",
      ${secondsSince(sql`(select min(due_at) from due)`)} as "dueSeconds",
      (select count(*) from webhook_lanes where leased_until >= now())::int as "queuesLeased",
      (select count(*) from webhooks where disabled_at is not null)::int as "webhooksDisabled",
      (select count(*) from mail)::int as "mailsDue",
      ${secondsSince(sql`(select min(due_at) from mail)`)} as "mailSeconds"`.execute(db)
  const [lag] = rows
  if (!lag) throw new Error('PostgreSQL returned no row')
  return lag
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

/**
 * Reads each queue separately, so that the index of pending deliveries is used. `when` applies to the due times of
 * queues and deliveries.
 */
const pendingByQueue = (when: RawBuilder<unknown>) => sql`
  select d.due_at from (select organization_id, webhook_id from webhook_lanes where due_at ${when}) queue cross join lateral (
    select due_at from deliveries
    where organization_id = queue.organization_id and webhook_id = queue.webhook_id and state = 'pending' and due_at ${when}
    order by due_at, event_position, event_id limit ${MAX}) d limit ${MAX}`

/** The same as a plain join, because Citus refuses a lateral query with a limit. */
const pendingOfServers = (when: RawBuilder<unknown>) => sql`
  select d.due_at from webhook_lanes queue
  join deliveries d on d.organization_id = queue.organization_id and d.webhook_id = queue.webhook_id
  where queue.due_at ${when} and d.state = 'pending' and d.due_at ${when} limit ${MAX}`

const secondsSince = (moment: ReturnType<typeof sql>) =>
  sql<number>`coalesce(greatest(extract(epoch from now() - ${moment}), 0), 0)::float8`
