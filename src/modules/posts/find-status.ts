import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

/** Key of a status. Exactly one is given. */
export type StatusKey = {
  id?: number | null | undefined
  databaseId?: number | null | undefined
  slug?: string | null | undefined
}

/**
 * Returns a status and locks it against deletion until the transaction ends.
 * @throws AppError UNPROCESSABLE on the key below `status` if the organization has no such status
 */
export async function findStatus(tx: Transaction, organizationId: number, key: StatusKey) {
  const id = key.id ?? key.databaseId
  const statuses = tx.selectFrom('statuses').selectAll().where('organizationId', '=', organizationId)
  const found = id == null ? statuses.where('slug', '=', key.slug ?? '') : statuses.where('id', '=', id)
  const status = await found.forKeyShare().executeTakeFirst()
  if (!status) throw unprocessable(`status.${nameOf(key)}`, 'does not exist')
  return status
}

const nameOf = ({ id, databaseId }: StatusKey) =>
  id != null ? 'id' : databaseId != null ? 'databaseId' : 'slug'
