import { eventIdOf } from '../../../src/events/cursor.ts'
import type { SoakPostgres } from '../postgres.ts'

/** An event of the log. */
export type StoredEvent = {
  id: string
  type: string
  /** Its type and the title of its subject. */ name: string
}

/** The events of an organization after the one with the id `anchor`, in the order of the log. */
export async function storedEvents(
  postgres: SoakPostgres,
  organizationId: number,
  anchor: string,
): Promise<StoredEvent[]> {
  const rows = await postgres.query<{ position: string; id: string; type: string; title: string }>(
    `select position::text, id::text, type, snapshot->>'title' as title from events
     where organization_id = $1 and type like any (array['post%', 'changelog%']) order by events.position, events.id`,
    [organizationId],
  )
  const all = rows.map(({ position, id, type, title }) => ({
    id: eventIdOf({ position: Number(position), id: Number(id) }),
    type,
    name: `${type} ${title}`,
  }))
  return all.slice(all.findIndex(({ id }) => id === anchor) + 1)
}
