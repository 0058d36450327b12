import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { DELETED_ROW } from '../imports/forget-imports.ts'
import { closeExports, containsPeople } from './forget-files.ts'
import type { Sweep } from './sweeps.ts'
import { contains, withoutWords } from './words-in-sql.ts'
import type { PersonWords } from './words-of-person.ts'

type Batch = Parameters<Sweep>[1]

/**
 * Rewrites what imports have stored beside the rows: errors, previous values, references of votes and plans. The rows
 * have no number, so that each batch looks for the next ones.
 */
export const sweepImports: Sweep = async (tx, batch) => {
  const changed =
    (await sweepErrors(tx, batch)) + (await dropChanges(tx, batch)) + (await hashReferences(tx, batch))
  if (changed > 0) return { last: batch.after + 1, counts: { importRows: changed } }
  return { last: null, counts: { importRows: await rewriteRuns(tx, batch) } }
}

async function sweepErrors(tx: Transaction, { organizationId, words, size }: Batch): Promise<number> {
  const text = sql`concat_ws(' ', email, person_email, external_id, problems::text, original::text)`
  const { numAffectedRows } = await sql`
    update import_errors e set email = null, person_email = null, external_id = null, original = null,
      problems = case when ${contains(sql`e.problems::text`, words)} then ${DELETED_ROW}::jsonb else e.problems end
    from (select run_id, "row" from import_errors where organization_id = ${organizationId}
      and ${contains(text, words)} limit ${size}) found
    where e.organization_id = ${organizationId} and e.run_id = found.run_id and e."row" = found."row"`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** An undo leaves the values of these rows as they are. */
async function dropChanges(tx: Transaction, { organizationId, words, size }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_changes c using (
      select run_id, kind, local_id, second_id from import_changes where organization_id = ${organizationId}
        and ${contains(sql`previous::text`, words)} limit ${size}) found
    where c.organization_id = ${organizationId} and c.run_id = found.run_id and c.kind = found.kind
      and c.local_id = found.local_id and c.second_id = found.second_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * References may name the person, and those of objects are in exports, which are closed. The hash contains a random
 * value that is not stored.
 */
async function hashReferences(tx: Transaction, { organizationId, words, size }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`
    update external_refs r set external_id = 'erased:' || md5(${randomUUID()} || r.external_id)::uuid, parent_id = null, written = null
    from (select source_name, kind, external_id from external_refs where organization_id = ${organizationId}
      and ${contains(sql`concat_ws(' ', external_id, parent_id, written::text)`, words)} limit ${size}) found
    where r.organization_id = ${organizationId} and r.source_name = found.source_name and r.kind = found.kind
      and r.external_id = found.external_id`.execute(tx)
  const changed = Number(numAffectedRows ?? 0)
  if (changed > 0) await closeExports(tx, organizationId, containsPeople)
  return changed
}

async function rewriteRuns(tx: Transaction, { organizationId, words }: Batch): Promise<number> {
  const { rows } = await sql<{ id: number; plan: unknown; options: unknown }>`
    select id, plan, options from import_runs where organization_id = ${organizationId}
      and ${contains(sql`concat_ws(' ', plan::text, options::text, reason, file_name)`, words)}
    order by id for no key update`.execute(tx)
  for (const { id, plan, options } of rows)
    await sql`update import_runs set plan = ${jsonWithout(plan, words)}::jsonb, options = ${jsonWithout(options, words)}::jsonb,
        reason = case when ${contains(sql`reason`, words)} then 'deleted' else reason end,
        file_name = case when ${contains(sql`file_name`, words)} then 'deleted' else file_name end
      where organization_id = ${organizationId} and id = ${id}`.execute(tx)
  return rows.length
}

const jsonWithout = (value: unknown, words: PersonWords) =>
  value === null ? null : JSON.stringify(withoutWords(value, words))
