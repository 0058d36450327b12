import { sql } from 'kysely'
import { changeByOrganization } from '../../../db/writes/by-organization.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { INSTALL_BATCH, removeNextInstalls } from './revoke-installs-of-app.ts'

type EndingApp = { organizationId: number; id: number; clientId: string; deletedAt: Date | null }

/**
 * Removes the next batch of installs of a suspended or deleted app that has more than one transaction can
 * remove. With the last batch, removes the rest of a deleted app. Each call is one transaction with the
 * deadline of bulk work. Any number of processes may call it, even after one was killed. Returns whether an
 * app was found.
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
      // At random, so that an app with many installs does not delay the others.
      const next = endingApps(tx)
        .orderBy(sql`random()`)
        .limit(1)
      const app = await lockedRow(tx, 'oauth_apps', next, { skipLocked: true })
      if (!app) return false
      await removeNext(tx, app)
      return true
    }),
  )
}

/** Removes all remaining installs of one app, in as many transactions as needed. */
export async function finishEndingsOf(
  db: Db,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await inTransaction(db, async (tx) => {
      const own = endingApps(tx).where('organizationId', '=', organizationId).where('id', '=', id)
      const app = await lockedRow(tx, 'oauth_apps', own)
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
  // Before the app, because a deletion of the app would delete all of them at once.
  const deleted = await changeByOrganization(
    tx,
    sql`select organization_id as "organizationId", id from oauth_installs
      where app_organization_id = ${organizationId} and app_id = ${id}
      order by organization_id limit ${sql.lit(INSTALL_BATCH)}`,
    (target, ids) =>
      sql`delete from oauth_installs where organization_id = ${target} and id = any(${ids}::int[])`,
  )
  if (deleted === INSTALL_BATCH) return
  await tx.deleteFrom('oauthApps').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}
