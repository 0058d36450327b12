import type { Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { newSecret, sha256 } from '../../../lib/crypto/secret.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { lockRegisteredOwnApp, type AppKey, type AppRow } from './find-app.ts'
import { CLIENT_SECRET_PREFIX } from './register-app.ts'

/**
 * Replaces the client secret of an app. The old secret is rejected from then on; installs and tokens remain.
 * The new secret is returned only here.
 * @throws AppError NOT_FOUND
 */
export async function rotateClientSecret(
  tx: Transaction,
  organizationId: number,
  { key, actorId }: { key: AppKey; actorId: number },
): Promise<{ app: AppRow; clientSecret: string }> {
  const { id, clientId } = await lockRegisteredOwnApp(tx, organizationId, key)
  const clientSecret = newSecret(CLIENT_SECRET_PREFIX)
  const app = await tx
    .updateTable('oauthApps')
    .set({ secretHash: sha256(clientSecret), updatedAt: nextUpdatedAt(databaseNow) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const subject = auditSubject('OAuthApp', id)
  await recordAuditEntry(tx, { organizationId, act: 'app.secret_rotated', actorId, clientId, subject })
  return { app, clientSecret }
}
