import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { EVENT_TYPES } from '../../events/catalogue.ts'
import { parseEventId } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { selectLogged } from '../../events/logged.ts'
import { nodeColumns, type EventNode } from './event-node.ts'
import { numberRecorded } from './current-head.ts'

/**
 * Returns the organization's event with an id such as `evt_1a_2b`. Null if the log does not contain it. A large event
 * is read without its content, except one about a webhook, whose visibility depends on it.
 */
export async function findEvent(db: Db, organizationId: number, id: string): Promise<EventNode | null> {
  return (await selectEvent(db, organizationId, id, sql<boolean>`type like 'webhook%'`)) as EventNode | null
}

/** Returns an event as `findEvent`, but always with its content. */
export async function findWholeEvent(db: Db, organizationId: number, id: string): Promise<EventRow | null> {
  return (await selectEvent(db, organizationId, id, sql<boolean>`true`)) as EventRow | null
}

async function selectEvent(db: Db, organizationId: number, id: string, isWhole: RawBuilder<boolean>) {
  const cursor = parseEventId(id)
  if (!cursor) return null
  await numberRecorded(db, organizationId)
  const row = await selectLogged(db, organizationId, sql`o.event_id = ${cursor.id}`)
    .select(nodeColumns(isWhole))
    .where('type', '=', sql<string>`any(${EVENT_TYPES})`)
    .executeTakeFirst()
  return row?.position === cursor.position ? row : null
}
