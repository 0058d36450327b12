import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import type { AppRow } from '../apps/find-app.ts'
import { lockAppForShare } from '../lock-app-for-share.ts'
import { findInstall } from './find-install.ts'
import type { InstalledAppRow } from './install-row.ts'

/**
 * An install, held against every change until the transaction ends, and its app, which stays as it is as long.
 * The app comes first, in the order in which its suspension takes them.
 * @throws AppError NOT_FOUND, also for a removed one
 */
export async function lockInstall(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<{ install: InstalledAppRow; app: AppRow }> {
  const app = await lockAppForShare(tx, (await findInstall(tx, organizationId, id)).clientId)
  if (!app) throw notFound('Install')
  return { app, install: await findInstall(tx, organizationId, id, 'locked') }
}
