import type { Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { revokeInstallsOfApp } from '../installs/revoke-installs-of-app.ts'
import { lockOwnApp, type AppKey, type AppRow } from './find-app.ts'

/**
 * Suspends an app. Its installs are revoked with their webhooks and tokens, and its unused codes expire (contract 5).
 * Until it resumes, it cannot be consented to and obtains no tokens. Its installs are rejected from the commit on. If
 * there are many, workers remove the remaining ones later. If it is already suspended, nothing changes.
 * @throws AppError NOT_FOUND
 */
export async function suspendApp(
  tx: Transaction,
  organizationId: number,
  { key, actorId }: { key: AppKey; actorId: number },
): Promise<AppRow> {
  const before = await lockOwnApp(tx, organizationId, key)
  if (before.suspendedAt !== null) return before
  const app = await tx
    .updateTable('oauthApps')
    .set({ suspendedAt: databaseNow, updatedAt: nextUpdatedAt(databaseNow) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { count: installs, isMore } = await revokeInstallsOfApp(tx, app)
  await recordAuditEntry(tx, {
    organizationId,
    act: 'app.suspended',
    actorId,
    clientId: app.clientId,
    subject: auditSubject('OAuthApp', app.id),
    details: { installs },
  })
  if (!isMore) return app
  return tx
    .updateTable('oauthApps')
    .set({ endingSince: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
