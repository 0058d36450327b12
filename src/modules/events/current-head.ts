import type { Db } from '../../db/database.ts'
import { hasUnnumbered, readHead, type Head } from '../../events/heads.ts'
import { numberEvents } from './number-events.ts'

/**
 * Returns the head of an organization's log. It is at or after each event whose change was acknowledged before, and
 * reads from now on return those events.
 */
export async function currentHead(db: Db, organizationId: number): Promise<Head> {
  const { isWaiting, ...head } = await readHead(db, organizationId)
  if (!isWaiting) return head
  await numberAll(db, organizationId)
  return readHead(db, organizationId)
}

/** Numbers the recorded events of an organization, so that reads from now on return them. */
export async function numberRecorded(db: Db, organizationId: number): Promise<void> {
  if (await hasUnnumbered(db, organizationId)) await numberAll(db, organizationId)
}

async function numberAll(db: Db, organizationId: number): Promise<void> {
  for (let more = true; more;) ({ more } = await numberEvents(db, organizationId, { wait: true }))
}
