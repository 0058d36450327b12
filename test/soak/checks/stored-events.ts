import { eventIdOf } from '../../../src/events/cursor.ts'
import type { SoakPostgres } from '../postgres.ts'

/** An event of the log. */
export type StoredEvent = {
  id: string
  type: string
  /** Its type and the title of its subject, of a deleted one without the version. */
  name: string
}

/** The events of an organization after the one with the id `anchor`, in the order of the log. */
export async function storedEvents(
  postgres: SoakPostgres,
  organizationId: number,
  anchor: string,
): Promise<StoredEvent[]> {
  const rows = await postgres.query<{ position: string; id: string; type: string; title: string }>(
    `select o.number::text as position, e.id::text, e.type,
       case when e.type like '%_deleted' then regexp_replace(e.snapshot->>'title', ' v\\d+$', '') else e.snapshot->>'title' end as title
     from events e
     join event_order o on (o.organization_id, o.event_id, o.created_at) = (e.organization_id, e.id, e.created_at)
     where e.organization_id = $1 and e.type like any (array['post%', 'changelog%']) order by o.number`,
    [organizationId],
  )
  const all = rows.map(({ position, id, type, title }) => ({
    id: eventIdOf({ position: Number(position), id: Number(id) }),
    type,
    name: `${type} ${title}`,
  }))
  return all.slice(all.findIndex(({ id }) => id === anchor) + 1)
}
