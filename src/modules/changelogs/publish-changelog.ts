import type { Transaction } from '../../db/database.ts'
import { updateChangelog } from './update-changelog.ts'

/** Publishes an entry now; one that is published already stays untouched. Returns its row. @throws AppError NOT_FOUND */
export function publishChangelog(
  tx: Transaction,
  organizationId: number,
  { id, portalUrl }: { id: number; portalUrl: string },
) {
  return updateChangelog(tx, organizationId, id, { published: true, portalUrl })
}
