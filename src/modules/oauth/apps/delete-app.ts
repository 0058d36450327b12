import type { Transaction } from '../../../db/database.ts'
import { recordAct } from '../../audit/record-act.ts'
import { removeInstallsOfApp } from '../installs/remove-installs-of-app.ts'
import { lockOwnApp } from './find-app.ts'

/**
 * Deletes an app and everything that came of it: installs with their webhooks, tokens, codes. The audit trails of
 * its owner and of the organizations that had it installed stay. Returns the id it had.
 * @throws AppError with `invalid_client`
 */
export async function deleteApp(
  tx: Transaction,
  organizationId: number,
  { clientId, actorId }: { clientId: string; actorId: number },
): Promise<{ id: number }> {
  const app = await lockOwnApp(tx, organizationId, clientId)
  const installs = await removeInstallsOfApp(tx, app)
  await tx
    .deleteFrom('oauthApps')
    .where('organizationId', '=', organizationId)
    .where('id', '=', app.id)
    .execute()
  const details = { name: app.name, installs }
  await recordAct(tx, { organizationId, act: 'app.deleted', actorId, clientId, details })
  return { id: app.id }
}
