import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/**
 * Adds bytes to what an organization has uploaded, if the sum is at most `most`. Returns whether it did. Other uploads
 * of the organization wait until the transaction ends.
 */
export async function addUsage(
  tx: Transaction,
  organizationId: number,
  { bytes, most }: { bytes: number; most: number },
): Promise<boolean> {
  if (bytes > most) return false
  const { rows } = await sql`insert into upload_usage as u (organization_id, bytes)
    values (${organizationId}::int, ${bytes}::bigint)
    on conflict (organization_id) do update set bytes = u.bytes + excluded.bytes
    where u.bytes + excluded.bytes <= ${most}::bigint
    returning organization_id`.execute(tx)
  return rows.length > 0
}
