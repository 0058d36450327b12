import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { unprocessable } from '../../lib/errors.ts'
import { announceStatuses } from './announce-statuses.ts'
import { lockWorkflow } from './lock-workflow.ts'

/**
 * Sets the order of the statuses. Only those whose position changes are updated.
 * @throws AppError UNPROCESSABLE unless `ids` contains each status of the organization once
 */
export async function reorderStatuses(tx: Transaction, organizationId: number, ids: number[]): Promise<void> {
  const all = new Set(await lockWorkflow(tx, organizationId))
  if (ids.length !== all.size || new Set(ids).size !== all.size || !ids.every((id) => all.has(id)))
    throw unprocessable('ids', 'must name every status once')
  await sql`
    update statuses s set position = wanted.position - 1, updated_at = ${nextUpdatedAt()}
    from unnest(${ids}::int[]) with ordinality as wanted (id, position)
    where s.organization_id = ${organizationId} and s.id = wanted.id
      and s.position <> wanted.position - 1`.execute(tx)
  announceStatuses(tx, organizationId)
}
