import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import type { AppRow } from '../apps/find-app.ts'
import { lockAppById } from '../lock-app-for-share.ts'
import { findInstall } from './find-install.ts'
import type { InstalledAppRow } from './install-row.ts'

/**
 * Locks an install against changes until the transaction ends, and its app as well. The app is locked first,
 * in the same order as its suspension.
 * @throws AppError NOT_FOUND, also for a revoked one
 */
export async function lockInstall(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<{ install: InstalledAppRow; app: AppRow }> {
  const { appOrganizationId, appId } = await findInstall(tx, organizationId, id)
  const app = await lockAppById(tx, { organizationId: appOrganizationId, id: appId })
  if (!app) throw notFound('Install')
  return { app, install: await findInstall(tx, organizationId, id, 'locked') }
}
