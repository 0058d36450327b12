import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { requestDocumentsOfTagged } from './request-documents-of-tagged.ts'

/**
 * Deletes a tag and removes it from every post, and from their documents soon afterwards.
 * @throws AppError NOT_FOUND
 */
export async function deleteTag(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await requestDocumentsOfTagged(tx, organizationId, id)
  const { numDeletedRows } = await tx
    .deleteFrom('tags')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Tag')
}
