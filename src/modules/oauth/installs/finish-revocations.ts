import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { INSTALL_BATCH, removeNextInstalls } from './revoke-installs-of-app.ts'

type EndingApp = { organizationId: number; id: number; clientId: string; deletedAt: Date | null }

/**
 * Removes the next batch of installs that did not fit the transaction that suspended or deleted their app, and at last
 * what is left of a deleted app. One transaction with the deadline of bulk work. Any number of processes may call it side
 * by side, and goes on where one was killed. Returns whether it has found something to do.
 */
export async function finishRevocations(db: Db): Promise<boolean> {
  const some = await db
    .selectFrom('oauthApps')
    .select('id')
    .where('endingSince', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!some) return false
  return asBulk(() =>
    inTransaction(db, async (tx) => {
      // At random, so that one app with many installs does not hold up the others.
      const app = await endingApps(tx)
        .orderBy(sql`random()`)
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!app) return false
      await removeNext(tx, app)
      return true
    }),
  )
}

/** Removes the installs of one app that are still being removed, in as many transactions as it takes. */
export async function finishEndingsOf(
  db: Db,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await inTransaction(db, async (tx) => {
      const app = await endingApps(tx)
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (app) await removeNext(tx, app)
      return app !== undefined
    })
}

const endingApps = (tx: Transaction) =>
  tx
    .selectFrom('oauthApps')
    .select(['organizationId', 'id', 'clientId', 'deletedAt'])
    .where('endingSince', 'is not', null)

async function removeNext(tx: Transaction, app: EndingApp): Promise<void> {
  if ((await removeNextInstalls(tx, app)).found === INSTALL_BATCH) return
  const { organizationId, id, deletedAt } = app
  if (deletedAt === null) {
    await tx
      .updateTable('oauthApps')
      .set({ endingSince: null })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute()
    return
  }
  // Before the app, whose deletion would take all of them at once.
  const { numAffectedRows = 0n } = await sql`delete from oauth_installs where (organization_id, id) in (
    select organization_id, id from oauth_installs
    where app_organization_id = ${organizationId} and app_id = ${id} limit ${sql.lit(INSTALL_BATCH)})`.execute(
    tx,
  )
  if (numAffectedRows === BigInt(INSTALL_BATCH)) return
  await tx.deleteFrom('oauthApps').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}
