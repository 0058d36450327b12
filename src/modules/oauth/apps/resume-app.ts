import type { Db, Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { finishEndingsOf } from '../installs/finish-revocations.ts'
import { lockOwnApp, type AppKey, type AppRow } from './find-app.ts'

/**
 * Resumes a suspended app, so that it can be consented to again. The installs that the suspension revoked are
 * not restored, and remaining ones are removed first. If the app is not suspended, nothing changes.
 * @throws AppError NOT_FOUND
 */
export async function resumeApp(db: Db, organizationId: number, by: By): Promise<AppRow> {
  for (;;) {
    const app = await inTransaction(db, (tx) => resumeEnded(tx, organizationId, by))
    if (app.endingSince === null) return app
    await finishEndingsOf(db, app)
  }
}

type By = { key: AppKey; actorId: number }

/** Resumes an app, but leaves one unchanged whose installs are still being removed. */
async function resumeEnded(tx: Transaction, organizationId: number, { key, actorId }: By): Promise<AppRow> {
  const before = await lockOwnApp(tx, organizationId, key)
  if (before.suspendedAt === null || before.endingSince !== null) return before
  const app = await tx
    .updateTable('oauthApps')
    .set({ suspendedAt: null, updatedAt: nextUpdatedAt(databaseNow) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id, clientId } = app
  const subject = auditSubject('OAuthApp', id)
  await recordAuditEntry(tx, { organizationId, act: 'app.resumed', actorId, clientId, subject })
  return app
}
