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
      select lane.* from class cross join lateral (
        select ${COLUMNS} from webhook_lanes where slow = class.slow and ${IS_FREE} order by due_at limit ${sql.lit(NEAR + 1)}) lane),
    crowded as (select slow from near group by slow having count(*) > ${sql.lit(NEAR)}),
    start as (select floor(random() * (select max(id) from organizations))::int as id),
    far as (
      select lane.* from crowded cross join lateral (
        select lane.* from (
          (select id from organizations where id > (select id from start) order by id)
          union all (select id from organizations where id <= (select id from start) order by id)) organization
        cross join lateral (
          select ${COLUMNS} from webhook_lanes
          where organization_id = organization.id and slow = crowded.slow and ${IS_FREE}
          order by due_at limit ${room.share}::int - ${heldBy(organizations, sql`organization.id`)}) lane
        limit ${sql.lit(NEAR)}) lane),
    waiting as (select * from near where slow not in (select slow from crowded) union all select * from far),
    ranked as (
      select *, greatest(
        row_number() over (partition by organization_id order by slow, due_at)
          + ${heldBy(organizations, sql`organization_id`)},
        case when app_organization_id is null then 0 else
          row_number() over (partition by app_organization_id order by slow, due_at)
          + ${heldBy(apps, sql`app_organization_id`)} end) as place
      from waiting),
    chosen as (
      select * from (
        select *, row_number() over (partition by slow order by place, due_at) as number
        from ranked where place <= ${room.share}) numbered
      where not slow or number <= ${room.slowSlots}
      order by slow, place, due_at limit ${room.slots}),
    taken as (
      select lane.organization_id, lane.webhook_id from webhook_lanes lane
      join chosen on (chosen.organization_id, chosen.webhook_id) = (lane.organization_id, lane.webhook_id)
      where lane.due_at <= ${NOW} and (lane.leased_until is null or lane.leased_until < now())
      for update of lane skip locked)
    update webhook_lanes lane set owner = ${owner}, leased_until = now() + ${LEASE} from taken
    where (lane.organization_id, lane.webhook_id) = (taken.organization_id, taken.webhook_id)
    returning lane.organization_id as "organizationId", lane.webhook_id as "webhookId",
      lane.app_organization_id as "appOrganizationId", lane.slow`.execute(db)
  return rows
}

const COLUMNS = sql`organization_id, webhook_id, app_organization_id, slow, due_at`
const IS_FREE = sql`due_at <= ${NOW} and (leased_until is null or leased_until < now())`

/** SQL of the number of slots of an organization, from a JSON object of numbers by id. */
const heldBy = (room: string, id: ReturnType<typeof sql>) =>
  sql`coalesce((${room}::jsonb ->> ${id}::text)::int, 0)`
