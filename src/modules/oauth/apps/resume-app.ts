import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockOwnApp, type AppRow } from './find-app.ts'

/**
 * Lets a suspended app be consented to again. What the suspension removed does not come back. Resuming an app that
 * is not suspended changes nothing.
 * @throws AppError with `invalid_client`
 */
export async function resumeApp(
  tx: Transaction,
  organizationId: number,
  { clientId, actorId }: { clientId: string; actorId: number },
): Promise<AppRow> {
  const before = await lockOwnApp(tx, organizationId, clientId)
  if (before.suspendedAt === null) return before
  const app = await tx
    .updateTable('oauthApps')
    .set({ suspendedAt: null, updatedAt: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAct(tx, { organizationId, act: 'app.resumed', actorId, clientId })
  return app
}
