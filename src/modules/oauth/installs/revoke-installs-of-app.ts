import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { idsByOrganization } from '../../../db/writes/by-organization.ts'
import { databaseNow } from '../../../db/time.ts'
import { revokeInstalls, type RevokedInstall } from './revoke-installs.ts'

type AppKey = { organizationId: number; id: number }

/** Maximum number of installs that one transaction revokes. It fits the deadline of a request. */
export const INSTALL_BATCH = 200

/**
 * Revokes the installs of an app that is suspended or deleted, as `revokeInstall` does, and expires its
 * unused codes, so that people must consent again (contract 5). To be called in the transaction that suspends
 * or deletes the app. Revokes at most `INSTALL_BATCH` of them, and `finishRevocations` the others later. Returns
 * their number and whether some remain.
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
 * Revokes up to `INSTALL_BATCH` installs of an app that is suspended. Adds an audit entry to each target
 * organization. Returns the number of installs found, fewer than the batch if none remain, and the number
 * revoked by this call. Works in one organization after the other.
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
  const ended: RevokedInstall[] = []
  for (const [organizationId, installIds] of idsByOrganization(installs))
    ended.push(...(await revokeInstalls(tx, { organizationId, installIds })))
  if (ended.length > 0)
    await tx
      .insertInto('auditEntries')
      .values(
        ended.map(({ organizationId, id }) => ({
          organizationId,
          act: 'install.revoked',
          clientId,
          subjectType: 'Install',
          subjectId: id,
          details: { by: 'app' },
          createdAt: databaseNow,
        })),
      )
      .execute()
  return { found: installs.length, ended: ended.length }
}
