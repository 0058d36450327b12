import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

/** Key of a status. The id takes precedence. */
export type StatusKey = { id?: number | null | undefined; slug?: string | null | undefined }

/**
 * Returns a status and locks it against deletion until the transaction ends.
 * @throws AppError UNPROCESSABLE on `status.id` or `status.slug` if the organization has no such status
 */
export async function findStatus(tx: Transaction, organizationId: number, { id, slug }: StatusKey) {
  const statuses = tx.selectFrom('statuses').selectAll().where('organizationId', '=', organizationId)
  const found = id == null ? statuses.where('slug', '=', slug ?? '') : statuses.where('id', '=', id)
  const status = await found.forKeyShare().executeTakeFirst()
  if (!status) throw unprocessable(id == null ? 'status.slug' : 'status.id', 'does not exist')
  return status
}
