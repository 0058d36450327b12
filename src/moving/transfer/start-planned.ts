import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../lib/errors.ts'
import type { RunKey } from '../engine/context.ts'
import { startRun } from '../engine/run-states.ts'

const BATCH = 20

/**
 * Starts planned runs that were started before they were planned again. One with a missing decision waits for the
 * answer. One of an organization whose other run works waits for its end.
 */
export async function startPlanned(db: Db): Promise<void> {
  const { rows } = await sql<RunKey>`
    select s.organization_id as "organizationId", s.id from import_sources s
    join import_runs r on r.organization_id = s.organization_id and r.id = s.id
    where s.starts and r.state = 'planned' and not exists (select 1 from import_runs o
      where o.organization_id = s.organization_id and o.state in ('running', 'undoing') and o.source <> 'customers_csv')
    order by r.updated_at limit ${sql.lit(BATCH)}`.execute(db)
  for (const run of rows) await startOne(db, run)
}

async function startOne(db: Db, run: RunKey): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await startRun(tx, run)
      await endWaiting(tx, run)
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'CONFLICT') await endWaiting(db, run)
  }
}

async function endWaiting(db: Db, { organizationId, id }: RunKey): Promise<void> {
  await sql`update import_sources set starts = false where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  )
}
