import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { activeInstalls, type InstalledAppRow } from './install-row.ts'

/**
 * One of an organization's installs, `locked` until the transaction ends if so asked.
 * @throws AppError NOT_FOUND, also for a removed one
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
