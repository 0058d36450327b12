import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { erasedPeople } from '../people/erased-people.ts'
import { emailOf } from '../rules/emails.ts'
import type { RunKey } from './context.ts'
import type { Erasure } from './erased-people.ts'
import type { Refusal, Session } from './step.ts'

/**
 * Stores records that are not imported. One that has the address of an erased person is stored without its values.
 */
export async function storeRefusals(
  tx: Transaction,
  { organizationId, runId, erasure, sourceName }: Session,
  refusals: readonly Refusal[],
  before: number,
): Promise<void> {
  if (refusals.length === 0) return
  const hashes = refusals.map((refusal) => (erasure ? hashesOf(refusal, erasure, sourceName) : []))
  const erased = await erasedPeople(tx, organizationId, hashes.flat())
  const rows = refusals.map((refusal, index) => {
    const { kind, origin, externalId, problems, original = null } = refusal
    const shown = { number: before + index + 1, file: origin.file, row: origin.row, kind }
    return hashes[index]?.some((hash) => erased.has(hash.toString('hex')))
      ? { ...shown, externalId: null, problems: problems.map(withoutValue), original: null }
      : { ...shown, externalId, problems, original }
  })
  await sql`insert into import_errors (organization_id, run_id, "row", file, file_row, kind, external_id, problems, original)
    select ${organizationId}::int, ${runId}::int, r.number, r.file, r."row", r.kind, r."externalId", r.problems, r.original
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number int, file text, "row" int, kind text,
      "externalId" text, problems jsonb, original jsonb)`.execute(tx)
}

/** Deletes the refusals of an earlier plan of a run. */
export async function forgetRefusals(db: Db, { organizationId, id }: RunKey): Promise<void> {
  await sql`delete from import_errors where organization_id = ${organizationId} and run_id = ${id}`.execute(
    db,
  )
}

const withoutValue = ({ field, reason }: Refusal['problems'][number]) => ({ field, value: '', reason })

/** Characters around an address in a text. */
const SEPARATORS = /[\s<>()[\]{}"',;:|]+/

/** Hashes of the addresses in a record, and of its id at the source. */
function hashesOf(
  { externalId, problems, original }: Refusal,
  { hashes }: Erasure,
  sourceName: string,
): Buffer[] {
  const texts = [externalId ?? '', ...problems.map(({ value }) => value), ...(original?.cells ?? [])]
  const words = texts.filter((text) => text.includes('@')).flatMap((text) => text.split(SEPARATORS))
  const emails = words.flatMap((word) => (word.includes('@') ? (emailOf(word) ?? []) : []))
  return [
    ...[...new Set(emails)].map((email) => hashes.ofEmail(email)),
    ...(externalId === undefined ? [] : [hashes.ofReference({ sourceName, externalId })]),
  ]
}
