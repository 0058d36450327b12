import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Numbered } from '../../events/numbering-step.ts'
import { numberEvents } from '../../modules/events/number-events.ts'

/**
 * Returns why recorded events have no number, with the remedy. Numbers an event in a transaction that is rolled back,
 * because a process that runs and fails leaves no other trace in the database.
 */
export async function whyUnnumbered(db: Db): Promise<string> {
  const { rows } = await sql<{ organizationId: number }>`
    select organization_id as "organizationId" from event_box order by created_at limit 1`.execute(db)
  if (!rows[0]) return 'it has one now'
  const { organizationId } = rows[0]
  try {
    const { busy } = await tryNumbering(db, organizationId)
    return busy
      ? `another transaction holds the event log of organization ${organizationId}: end it`
      : 'no process has run; start one with ROLES=web,worker'
  } catch (error) {
    return `numbering fails, as in the log of each process: ${(error as Error).message}`
  }
}

/** Ends a transaction without its changes. */
class Undone extends Error {}

async function tryNumbering(db: Db, organizationId: number): Promise<Numbered> {
  let numbered: Numbered | undefined
  await inTransaction(db, async (tx) => {
    numbered = await numberEvents(tx, organizationId, { limit: 1 })
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  if (!numbered) throw new Error('nothing was numbered')
  return numbered
}
