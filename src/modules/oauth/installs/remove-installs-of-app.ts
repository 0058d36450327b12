import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { endInstalls } from './end-installs.ts'

/**
 * Removes every install of an app that is suspended or deleted, as `revokeInstall` removes one, and ends the codes
 * that wait for their exchange, so that people must consent again (specification chapter 3). Each target
 * organization reads of it in its audit trail. Returns how many there were.
 */
export async function removeInstallsOfApp(
  tx: Transaction,
  app: { organizationId: number; id: number; clientId: string },
): Promise<number> {
  const ended = await endInstalls(tx, { app })
  await tx
    .updateTable('oauthCodes')
    .set({ expiresAt: databaseNow })
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', databaseNow)
    .execute()
  const { clientId } = app
  // As many rows as fit the parameters of one statement.
  for (let start = 0; start < ended.length; start += 1000)
    await tx
      .insertInto('auditEntries')
      .values(
        ended.slice(start, start + 1000).map(({ organizationId, id }) => ({
          organizationId,
          act: 'install.revoked',
          clientId,
          details: { installId: id, by: 'app' },
          createdAt: databaseNow,
        })),
      )
      .execute()
  return ended.length
}
