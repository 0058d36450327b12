import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { INSTALL_BATCH, revokeInstallsOfApp } from '../installs/revoke-installs-of-app.ts'
import { lockOwnApp, type AppRow } from './find-app.ts'

/**
 * Deletes an app and everything that came of it: installs with their webhooks, tokens, codes. The audit trails of
 * its owner and of the organizations that had it installed stay. From the commit on nobody knows the app and none of
 * its installs works; where they are many, workers remove the rest of them later. Returns the id it had.
 * @throws AppError with `invalid_client`
 */
export async function deleteApp(
  tx: Transaction,
  organizationId: number,
  { clientId, actorId }: { clientId: string; actorId: number },
): Promise<{ id: number }> {
  const app = await lockOwnApp(tx, organizationId, clientId)
  const { count: installs } = await revokeInstallsOfApp(tx, app)
  if (await hasMany(tx, app))
    await tx
      .updateTable('oauthApps')
      .set({
        deletedAt: databaseNow,
        endingSince: databaseNow,
        suspendedAt: app.suspendedAt ?? databaseNow,
        updatedAt: databaseNow,
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
  await recordAuditEntry(tx, { organizationId, act: 'app.deleted', actorId, clientId, details })
  return { id: app.id }
}

/** Whether an app has more installs, removed ones too, than go with it in one transaction. */
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
