import type { Transaction } from '../../db/database.ts'
import { cannotDelete, notFound } from '../../lib/errors.ts'
import { announceStatuses } from './announce-statuses.ts'
import { lockWorkflow } from './lock-workflow.ts'

/**
 * Deletes a status that has no posts.
 * @throws AppError NOT_FOUND; CANNOT_DELETE for the last status, or while it has posts, including hidden and
 * merged ones
 */
export async function deleteStatus(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const all = await lockWorkflow(tx, organizationId)
  if (!all.includes(id)) throw notFound('Status')
  if (all.length === 1) throw cannotDelete('The last status cannot be deleted')
  // Waits for transactions that already put posts into the status, and blocks later ones.
  await tx
    .selectFrom('statuses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('statusId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (post) throw cannotDelete('The status is still in use')
  await tx.deleteFrom('statuses').where('organizationId', '=', organizationId).where('id', '=', id).execute()
  announceStatuses(tx, organizationId)
}
