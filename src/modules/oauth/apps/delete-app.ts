import type { Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { INSTALL_BATCH, revokeInstallsOfApp } from '../installs/revoke-installs-of-app.ts'
import { lockOwnApp, type AppKey, type AppRow } from './find-app.ts'

/**
 * Deletes an app with its installs, their webhooks, tokens and codes. The audit entries of its owner and of
 * the organizations that had installed it remain. From the commit on, the app is unknown and its installs are
 * rejected. If there are many, workers remove the remaining ones later. Returns the former id.
 * @throws AppError NOT_FOUND
 */
export async function deleteApp(
  tx: Transaction,
  organizationId: number,
  { key, actorId }: { key: AppKey; actorId: number | null },
): Promise<{ id: number }> {
  const app = await lockOwnApp(tx, organizationId, key)
  const { clientId } = app
  const { count: installs } = await revokeInstallsOfApp(tx, app)
  if (await hasMany(tx, app))
    await tx
      .updateTable('oauthApps')
      .set({
        deletedAt: databaseNow,
        endingSince: databaseNow,
        suspendedAt: app.suspendedAt ?? databaseNow,
        updatedAt: nextUpdatedAt(databaseNow),
      })
      .where('organizationId', '=', organizationId)
      .where('id', '=', app.id)
      .execute()
  else
    await tx
      .deleteFrom('oauthApps')
      .where('organizationId', '=', organizationId)
      .where('id', '=', app.id)
      .execute()
  const details = { name: app.name, installs }
  const subject = auditSubject('OAuthApp', app.id)
  await recordAuditEntry(tx, { organizationId, act: 'app.deleted', actorId, clientId, subject, details })
  return { id: app.id }
}

/** Whether an app has more installs, including revoked ones, than one transaction removes. */
async function hasMany(tx: Transaction, app: AppRow): Promise<boolean> {
  const rows = await tx
    .selectFrom('oauthInstalls')
    .select('id')
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .limit(INSTALL_BATCH + 1)
    .execute()
  return rows.length > INSTALL_BATCH
}
