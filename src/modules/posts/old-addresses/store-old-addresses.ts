import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { oldPathOf } from './old-path-of.ts'

/** A path at the source of an imported object, percent-decoded, and the id of the object here. */
export type OldAddress = { path: string; kind: 'post' | 'changelog'; localId: number; runId: number | null }

/** Maximum number of addresses in one statement. */
const BATCH = 1000

/**
 * Stores old addresses. One that is stored already leads to the newer object, and belongs to its first run while that
 * is the same. Returns the number of stored ones. Texts that `oldPathOf` rejects are left out.
 */
export async function storeOldAddresses(
  tx: Transaction,
  organizationId: number,
  addresses: readonly OldAddress[],
): Promise<number> {
  const byPath = new Map<string, OldAddress>()
  for (const address of addresses) {
    const path = oldPathOf(address.path)
    if (path !== null) byPath.set(path, { ...address, path })
  }
  const rows = [...byPath.values()]
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    await sql`insert into old_addresses (organization_id, path, kind, local_id, run_id)
      select ${organizationId}::int, path, kind::old_address_kind, local_id, run_id
      from unnest(${batch.map(({ path }) => path)}::text[], ${batch.map(({ kind }) => kind)}::text[],
        ${batch.map(({ localId }) => localId)}::int[], ${batch.map(({ runId }) => runId)}::int[])
        as addresses (path, kind, local_id, run_id) order by path
      on conflict (organization_id, path) do update
        set kind = excluded.kind, local_id = excluded.local_id, run_id = excluded.run_id
        where (old_addresses.kind, old_addresses.local_id) is distinct from (excluded.kind, excluded.local_id)`.execute(
      tx,
    )
  }
  return rows.length
}
