import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ErasureHashes } from './erasure-hashes.ts'

/**
 * Refuses an erasure while an import of the organization works, because it would store the person again.
 * @throws AppError CONFLICT
 */
export async function assertNoImport(tx: Transaction, organizationId: number): Promise<void> {
  const { rows } = await sql`select 1 from import_runs where organization_id = ${organizationId}
    and state in ('planning', 'running', 'undoing') and source <> 'customers_csv' limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('CONFLICT', 'An import is running: pause it or wait for its end')
}

/**
 * Replaces the ids that sources gave a person by their keyed hashes. Returns the hashes, by which an import recognizes
 * the person.
 */
export async function forgetReferences(
  tx: Transaction,
  organizationId: number,
  { userId, hashes }: { userId: number; hashes: ErasureHashes },
): Promise<Buffer[]> {
  const { rows } = await sql<{ sourceName: string; externalId: string }>`
    select source_name as "sourceName", external_id as "externalId" from external_refs
    where organization_id = ${organizationId} and kind = 'person' and local_id = ${userId} and local_id > 0 and second_id is null`.execute(
    tx,
  )
  const found = rows.map((row) => ({ ...row, hash: hashes.ofReference(row) }))
  await sql`update external_refs r set external_id = 'erased:' || encode(given.hash, 'hex'), hash = '', written = null
    from unnest(${found.map(({ sourceName }) => sourceName)}::text[], ${found.map(({ externalId }) => externalId)}::text[],
      ${found.map(({ hash }) => hash)}::bytea[]) as given (source_name, external_id, hash)
    where r.organization_id = ${organizationId} and r.source_name = given.source_name and r.kind = 'person'
      and r.external_id = given.external_id`.execute(tx)
  return found.map(({ hash }) => hash)
}
