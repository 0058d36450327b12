import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Locks a tag until the transaction ends, and returns its name. Waits for transactions that store posts with the tag,
 * so that all of them are committed.
 * @throws AppError NOT_FOUND
 */
export async function lockTag(tx: Transaction, organizationId: number, id: number): Promise<string> {
  const tag = await tx
    .selectFrom('tags')
    .select('name')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!tag) throw notFound('Tag')
  return tag.name
}
