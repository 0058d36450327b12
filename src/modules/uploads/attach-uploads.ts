import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Part } from '../../db/sharding/parts.ts'
import { databaseNow } from '../../db/time.ts'
import { uploadKeysIn } from './upload-address.ts'

/**
 * Returns the part of a writing statement that marks the uploads in a text as attached. There is none for a text
 * without uploads, whose statement is unchanged. Uploads of other organizations are not marked.
 */
export function attachingUploads(organizationId: number, html: string | undefined): Part[] {
  const keys = uploadKeysIn(html ?? '')
  return keys.length === 0 ? [] : [{ name: 'attached', query: attaching(organizationId, keys) }]
}

/** Marks the uploads in a text or an address as attached, in a statement of its own. One without uploads needs none. */
export async function attachUploads(
  tx: Transaction,
  organizationId: number,
  text: string | null | undefined,
): Promise<void> {
  const keys = uploadKeysIn(text ?? '')
  if (keys.length > 0) await attaching(organizationId, keys).execute(tx)
}

/** Locks the rows in the order of their ids, so that two texts with the same pictures do not wait for each other. */
const attaching = (organizationId: number, keys: readonly string[]) => sql`
  update uploads set attached_at = ${databaseNow}
  where organization_id = ${organizationId} and id in (
    select id from uploads
    where organization_id = ${organizationId} and key = any(${keys}::text[]) and attached_at is null
    order by id for update)`
