import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { revokeInstalls } from './revoke-installs.ts'

type AppKey = { organizationId: number; id: number }

/** Most installs that one transaction ends: few enough for the deadline of a request, with all that ends with each. */
export const INSTALL_BATCH = 200

/**
 * Removes the installs of an app that is suspended or deleted, as `revokeInstall` removes one, and ends the codes
 * that wait for their exchange, so that people must consent again (specification chapter 3). To be called in the
 * transaction that suspends the app, by which none of its installs works any more. Removes `INSTALL_BATCH` of them at most;
 * `finishRevocations` removes the others later. Returns how many there were, and whether some are left.
 */
export async function revokeInstallsOfApp(
  tx: Transaction,
  app: AppKey & { clientId: string },
): Promise<{ count: number; isMore: boolean }> {
  await tx
    .updateTable('oauthCodes')
    .set({ expiresAt: databaseNow })
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', databaseNow)
    .execute()
  const { found, ended } = await removeNextInstalls(tx, app)
  if (found < INSTALL_BATCH) return { count: ended, isMore: false }
  const left = await tx
    .selectFrom('oauthInstalls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: ended + left.count, isMore: left.count > 0 }
}

/**
 * Removes up to `INSTALL_BATCH` installs of an app that is suspended. Each target organization reads of it in its
 * audit trail. Returns how many were found, fewer when no more are left, and how many of them were ended here.
 */
export async function removeNextInstalls(
  tx: Transaction,
  app: AppKey & { clientId: string },
): Promise<{ found: number; ended: number }> {
  const { clientId } = app
  const installs = await tx
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'id'])
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .orderBy('organizationId')
    .orderBy('id')
    .limit(sql.lit(INSTALL_BATCH))
    .execute()
  if (installs.length === 0) return { found: 0, ended: 0 }
  const ended = await revokeInstalls(tx, { installs })
  if (ended.length > 0)
    await tx
      .insertInto('auditEntries')
      .values(
        ended.map(({ organizationId, id }) => ({
          organizationId,
          act: 'install.revoked',
          clientId,
          details: { installId: id, by: 'app' },
          createdAt: databaseNow,
        })),
      )
      .execute()
  return { found: installs.length, ended: ended.length }
}
