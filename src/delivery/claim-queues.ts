import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LEASE, NOW, type WebhookQueue } from './queues.ts'
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

/**
 * Leases due queues that no worker holds to `owner`, as many as there are free slots. The order is by the
 * owner's number of slots, then by waiting time. Slow queues follow the others. No owner exceeds its share.
 * All times are the database's, so that workers with different clocks agree.
 *
 * Few waiting queues are all compared. With many, organizations are visited in turn from a random one. The
 * backlog of one organization is then not read to find the queues of the others.
 */
export async function claimQueues(db: Db, owner: string, room: Room): Promise<ClaimedQueue[]> {
  if (room.slots <= 0) return []
  const organizations = JSON.stringify(room.heldByOrganization)
  const apps = JSON.stringify(room.heldByAppOwner)
  const { rows } = await sql<ClaimedQueue>`
    with class as (select * from (values (false), (true)) as class (slow) where not slow or ${room.slowSlots > 0}),
    near as materialized (
      select queue.* from class cross join lateral (
        select ${COLUMNS} from webhook_lanes where slow = class.slow and ${IS_FREE} order by due_at limit ${sql.lit(NEAR + 1)}) queue),
    crowded as (select slow from near group by slow having count(*) > ${sql.lit(NEAR)}),
    start as (select floor(random() * (select max(id) from organizations))::int as id),
    far as (
      select queue.* from crowded cross join lateral (
        select queue.* from (
          (select id from organizations where id > (select id from start) order by id)
          union all (select id from organizations where id <= (select id from start) order by id)) organization
        cross join lateral (
          select ${COLUMNS} from webhook_lanes
          where organization_id = organization.id and slow = crowded.slow and ${IS_FREE}
          order by due_at limit ${room.share}::int - ${heldBy(organizations, sql`organization.id`)}) queue
        limit ${sql.lit(NEAR)}) queue),
    waiting as (select * from near where slow not in (select slow from crowded) union all select * from far),
    ranked as (
      select *, greatest(
        row_number() over (partition by organization_id order by slow, due_at)
          + ${heldBy(organizations, sql`organization_id`)},
        case when app_organization_id is null then 0 else
          row_number() over (partition by app_organization_id order by slow, due_at)
          + ${heldBy(apps, sql`app_organization_id`)} end) as turn
      from waiting),
    chosen as (
      select * from (
        select *, row_number() over (partition by slow order by turn, due_at) as number
        from ranked where turn <= ${room.share}) numbered
      where not slow or number <= ${room.slowSlots}
      order by slow, turn, due_at limit ${room.slots}),
    taken as (
      select queue.organization_id, queue.webhook_id from webhook_lanes queue
      join chosen on (chosen.organization_id, chosen.webhook_id) = (queue.organization_id, queue.webhook_id)
      where queue.due_at <= ${NOW} and (queue.leased_until is null or queue.leased_until < now())
      for update of queue skip locked)
    update webhook_lanes queue set owner = ${owner}, leased_until = now() + ${LEASE} from taken
    where (queue.organization_id, queue.webhook_id) = (taken.organization_id, taken.webhook_id)
    returning queue.organization_id as "organizationId", queue.webhook_id as "webhookId",
      queue.app_organization_id as "appOrganizationId", queue.slow`.execute(db)
  return rows
}

const COLUMNS = sql`organization_id, webhook_id, app_organization_id, slow, due_at`
const IS_FREE = sql`due_at <= ${NOW} and (leased_until is null or leased_until < now())`

/** SQL of the number of slots of an organization, from a JSON object of numbers by id. */
const heldBy = (room: string, id: ReturnType<typeof sql>) =>
  sql`coalesce((${room}::jsonb ->> ${id}::text)::int, 0)`
