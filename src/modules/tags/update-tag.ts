import { assertRowUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { notFound } from '../../lib/errors.ts'
import { optionalColor } from '../../lib/text/fields.ts'
import { storeDocuments } from '../search/store-documents.ts'
import { lockTag } from './lock-tag.ts'
import { requestDocumentsOfTagged } from './request-documents-of-tagged.ts'
import { refuseTaken, tagName } from './create-tag.ts'

type TagChanges = {
  id: number
  name?: string | null | undefined
  color?: string | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Updates a tag on every post that has it. Searches find the posts by a new name soon afterwards. Undefined or null
 * fields are unchanged. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; and as `createTag`
 */
export async function updateTag(
  tx: Transaction,
  organizationId: number,
  { id, ifUnchangedSince, ...changes }: TagChanges,
) {
  const color = optionalColor('color', changes.color)
  const fields = {
    ...(changes.name != null && { name: tagName(changes.name) }),
    ...(color !== null && { color }),
  }
  const isRenamed = fields.name !== undefined && fields.name !== (await lockTag(tx, organizationId, id))
  await assertRowUnchanged(tx, 'tags', { organizationId, id }, ifUnchangedSince)
  const row = await tx
    .updateTable('tags')
    .set({ ...fields, updatedAt: nextUpdatedAt() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseTaken)
  if (!row) throw notFound('Tag')
  if (isRenamed) {
    await storeDocuments(tx, 'tag', organizationId, [{ id, title: row.name, body: '' }])
    await requestDocumentsOfTagged(tx, organizationId, id)
  }
  return row
}
