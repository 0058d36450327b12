import type { Transaction } from '../../db/database.ts'
import { storeDocuments } from '../../modules/search/store-documents.ts'
import { requestDocumentsOfTagged } from '../../modules/tags/request-documents-of-tagged.ts'
import type { Applied } from './drafts.ts'
import type { Step } from './step.ts'

/** Stores the words of a new or renamed tag, by which its posts are found. */
export async function storeTagDocument(
  { db, session: { organizationId }, writes }: Step,
  { id, outcome, set, draft }: Applied,
): Promise<void> {
  const isRenamed = outcome === 'updated' && 'name' in set
  if (!writes || (outcome !== 'created' && !isRenamed)) return
  const tx = db as Transaction
  await storeDocuments(tx, 'tag', organizationId, [{ id, title: String(draft.values['name']), body: '' }])
  if (isRenamed) await requestDocumentsOfTagged(tx, organizationId, id)
}
