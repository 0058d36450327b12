import type { Transaction } from '../../db/database.ts'
import { updateChangelog } from './update-changelog.ts'

/**
 * Publishes an entry immediately. A published entry is unchanged. Returns its row.
 * @throws AppError NOT_FOUND
 */
export function publishChangelog(
  tx: Transaction,
  organizationId: number,
  { id, portalUrl }: { id: number; portalUrl: string },
) {
  return updateChangelog(tx, organizationId, id, { published: true, portalUrl })
}
