import type { Transaction } from '../../db/database.ts'
import { statusBySlug } from '../statuses/find-status-by-slug.ts'
import { unprocessable, type AppError } from '../../lib/errors.ts'

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
  const id = statusIdOf(key)
  const statuses = tx.selectFrom('statuses').selectAll().where('organizationId', '=', organizationId)
  const found =
    id === undefined ? statusBySlug(tx, organizationId, key.slug ?? '') : statuses.where('id', '=', id)
  const status = await found.forKeyShare().executeTakeFirst()
  if (!status) throw unknownStatus(key)
  return status
}

/** Returns the database id of a key. Undefined for a slug. */
export const statusIdOf = ({ id, databaseId }: StatusKey): number | undefined => id ?? databaseId ?? undefined

/** Returns the error for a key without a status, on its field below `status`. */
export function unknownStatus({ id, databaseId }: StatusKey): AppError {
  const byId = id == null ? 'databaseId' : 'id'
  return unprocessable(`status.${id == null && databaseId == null ? 'slug' : byId}`, 'does not exist')
}
