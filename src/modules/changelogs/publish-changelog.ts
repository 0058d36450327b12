import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { updateChangelog } from './update-changelog.ts'

/**
 * Publishes an entry immediately. A published entry is unchanged. Returns its row.
 * @throws AppError NOT_FOUND
 */
export function publishChangelog(
  tx: Transaction,
  organizationId: number,
  { id, portalUrl, actor }: { id: number; portalUrl: string; actor: Actor },
) {
  return updateChangelog(tx, organizationId, id, { published: true, portalUrl, actor })
}
