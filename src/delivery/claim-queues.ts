import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LEASE, NOW, queueKey, type WebhookQueue } from './queues.ts'
import type { Room } from './shares.ts'

/** A claimed queue with the attributes that determine its share. */
export type ClaimedQueue = WebhookQueue & {
  /** Owner of the app whose install the webhook belongs to. Null for the organization's webhooks. */
  appOrganizationId: number | null
  /** Whether its last attempt was slow. */
  slow: boolean
}

/**
 * Number of queues of a class that are compared by waiting time. If more are waiting, they are selected per
 * organization.
 */
const NEAR = 2_000

/** Number of queues that one statement leases. A longer one would delay those who queue deliveries. */
const PORTION = 250

/**
 * Leases due queues that no worker holds to `owner`, as many as there are free slots. The order is by the
 * owner's number of slots, then by waiting time. Slow queues follow the others. No owner exceeds its share.
 * All times are the database's, so that workers with different clocks agree.
 *
 * The queues are read without locks, and then leased if they are still free, in the order of their keys.
 */
export async function claimQueues(db: Db, owner: string, room: Room): Promise<ClaimedQueue[]> {
  if (room.slots <= 0) return []
  const chosen = await chooseQueues(db, room)
  const claimed: ClaimedQueue[] = []
  for (let start = 0; start < chosen.length; start += PORTION)
    claimed.push(...(await lease(db, owner, chosen.slice(start, start + PORTION))))
  return claimed
}

/** Leases those of the queues that are still free. One statement for each runs inside of one function. */
async function lease(db: Db, owner: string, queues: ClaimedQueue[]): Promise<ClaimedQueue[]> {
  const sorted = queues.toSorted((one, other) => one.organizationId - other.organizationId)
  const { rows } = await sql<WebhookQueue>`
    select organization_id as "organizationId", webhook_id as "webhookId"
    from claim_lanes(${owner}, ${sorted.map(({ organizationId }) => organizationId)}::int[],
      ${sorted.map(({ webhookId }) => webhookId)}::int[], ${LEASE}::interval)`.execute(db)
  const leased = new Set(rows.map(queueKey))
  return queues.filter((queue) => leased.has(queueKey(queue)))
}

/**
 * Few waiting queues are all compared. With many, organizations are visited in turn from a random one. The
 * backlog of one organization is then not read to find the queues of the others.
 */
async function chooseQueues(db: Db, room: Room): Promise<ClaimedQueue[]> {
  const organizations = JSON.stringify(room.heldByOrganization)
  const apps = JSON.stringify(room.heldByAppOwner)
  const { rows } = await sql<ClaimedQueue>`
    with near as materialized (
      (select ${COLUMNS} from webhook_lanes where not slow and ${IS_FREE} order by due_at limit ${sql.lit(NEAR + 1)})
      union all
      (select ${COLUMNS} from webhook_lanes where slow and ${room.slowSlots > 0} and ${IS_FREE}
        order by due_at limit ${sql.lit(NEAR + 1)})),
    crowded as materialized (select slow from near group by slow having count(*) > ${sql.lit(NEAR)}),
    far as materialized (
      select queue.organization_id, queue.webhook_id, queue.app_organization_id, queue.slow, queue.due_at
      from crowded cross join lateral waiting_lanes(floor(random() * (select max(id) from organizations))::int,
        crowded.slow, ${room.share}, ${organizations}::jsonb, ${sql.lit(NEAR)}) queue),
    waiting as (select * from near where slow not in (select slow from crowded) union all select * from far),
    ranked as (
      select *, greatest(
        row_number() over (partition by organization_id order by slow, due_at)
          + ${heldBy(organizations, sql`organization_id`)},
        case when app_organization_id is null then 0 else
          row_number() over (partition by app_organization_id order by slow, due_at)
          + ${heldBy(apps, sql`app_organization_id`)} end) as turn
      from waiting)
    select organization_id as "organizationId", webhook_id as "webhookId",
      app_organization_id as "appOrganizationId", slow
    from (
      select *, row_number() over (partition by slow order by turn, due_at) as number
      from ranked where turn <= ${room.share}) numbered
    where not slow or number <= ${room.slowSlots}
    order by slow, turn, due_at limit ${room.slots}`.execute(db)
  return rows
}

const COLUMNS = sql`organization_id, webhook_id, app_organization_id, slow, due_at`
const IS_FREE = sql`due_at <= ${NOW} and (leased_until is null or leased_until < now())`

/** SQL of the number of slots of an organization, from a JSON object of numbers by id. */
const heldBy = (room: string, id: ReturnType<typeof sql>) =>
  sql`coalesce((${room}::jsonb ->> ${id}::text)::int, 0)`
