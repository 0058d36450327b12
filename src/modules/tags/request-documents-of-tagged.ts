import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { requestDocuments } from '../search/fill-documents.ts'

/** Requires new documents of posts, in the background, if any has the tag. */
export async function requestDocumentsOfTagged(
  tx: Transaction,
  organizationId: number,
  tagId: number,
): Promise<void> {
  const { rows } = await sql`select 1 from post_tags
    where organization_id = ${organizationId} and tag_id = ${tagId} limit 1`.execute(tx)
  if (rows.length > 0) await requestDocuments(tx, organizationId, ['post'])
}
