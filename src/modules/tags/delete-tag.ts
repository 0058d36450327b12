import type { Transaction } from '../../db/database.ts'
import { lockTag } from './lock-tag.ts'
import { requestDocumentsOfTagged } from './request-documents-of-tagged.ts'

/**
 * Deletes a tag and removes it from every post, and from their documents soon afterwards.
 * @throws AppError NOT_FOUND
 */
export async function deleteTag(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await lockTag(tx, organizationId, id)
  await requestDocumentsOfTagged(tx, organizationId, id)
  await tx.deleteFrom('tags').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}
