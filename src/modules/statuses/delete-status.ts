import type { Transaction } from '../../db/database.ts'
import { cannotDelete, notFound } from '../../lib/errors.ts'
import { lockWorkflow } from './lock-workflow.ts'

/**
 * Takes a status that no post is in out of the workflow.
 * @throws AppError NOT_FOUND; CANNOT_DELETE while posts are in it, hidden and merged ones too, and for the last of all
 */
export async function deleteStatus(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const all = await lockWorkflow(tx, organizationId)
  if (!all.includes(id)) throw notFound('Status')
  if (all.length === 1) throw cannotDelete('The last status cannot be deleted')
  // Posts that are just being put into it are done after this, others wait.
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
}
