import { sql } from 'kysely'
import type { Part } from '../../../db/sharding/parts.ts'
import { appOwnerOf } from './schedule-queues.ts'

/** Columns of the events in `ready`. */
export const READY_COLUMNS =
  'organization_id int, position bigint, id bigint, type text, created_at timestamptz'

/**
 * Returns the parts of a statement that queue the events in `ready` for each webhook of the organization that
 * subscribes to them, due at `moment`, and that wake their queues. `queued` returns the deliveries. `moment` must
 * be read under the lock that prevents others from queueing events of the organization, because deliveries are
 * ordered by it.
 */
export const queueReady = (organizationId: number): Part[] => [
  {
    // The removal of a webhook either waits for its deliveries, or its webhook is not found here.
    name: 'held',
    materialized: true,
    query: sql`select w.id, w.events from webhooks w
      where w.organization_id = ${organizationId} and w.events && (select array_agg(type) from ready)
      order by w.id for key share`,
    columns: 'id int, events text[]',
  },
  {
    name: 'wanted',
    query: sql`select ready.*, held.id as webhook_id from ready join held on ready.type = any(held.events)`,
    columns: `${READY_COLUMNS}, webhook_id int`,
  },
  {
    name: 'queued',
    query: sql`
      insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, due_at, created_at, updated_at)
      select organization_id, webhook_id, position, id, type, (select at from moment), created_at, now() from wanted
      order by position
      on conflict do nothing returning organization_id, webhook_id`,
    columns: 'organization_id int, webhook_id int',
  },
  {
    name: 'woken',
    query: sql`
      insert into webhook_lanes (organization_id, webhook_id, app_organization_id, due_at, wakes)
      select organization_id, webhook_id, ${appOwnerOf(organizationId, sql`q.webhook_id`)}, (select at from moment), 1
      from (select distinct organization_id, webhook_id from queued) q order by webhook_id
      on conflict (organization_id, webhook_id) do update
        set due_at = least(webhook_lanes.due_at, excluded.due_at), wakes = webhook_lanes.wakes + 1`,
  },
]
