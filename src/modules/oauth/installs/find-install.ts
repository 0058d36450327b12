import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { activeInstalls, type InstalledAppRow } from './install-row.ts'

/**
 * Returns an active install of an organization. `locked` locks it until the transaction ends.
 * @throws AppError NOT_FOUND, also for a revoked one
 */
export async function findInstall(
  db: Db,
  organizationId: number,
  id: number,
  how?: 'locked',
): Promise<InstalledAppRow> {
  const query = activeInstalls(db, organizationId).where('oauthInstalls.id', '=', id)
  const install = await (how === 'locked' ? query.forNoKeyUpdate('oauthInstalls') : query).executeTakeFirst()
  if (!install) throw notFound('Install')
  return install
}
