import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { FieldProblem, OriginalRow } from '../items.ts'
import type { RunKey } from './context.ts'

/** A record that was not imported. `number` is its position among the errors of the run, from 1. */
export type RunError = {
  number: number
  file: string | null
  row: number | null
  kind: string | null
  externalId: string | null
  problems: FieldProblem[]
  original: OriginalRow | null
}

const PAGE = 1_000

/** Returns up to `limit` errors of a run after a number, in their order. */
async function errorsPage(
  db: Db,
  { organizationId, id }: RunKey,
  { after, limit }: { after: number; limit: number },
): Promise<RunError[]> {
  const { rows } = await sql<RunError>`
    select "row" as number, file, file_row as "row", kind, external_id as "externalId", problems, original
    from import_errors where organization_id = ${organizationId} and run_id = ${id} and "row" > ${after}
    order by import_errors."row" limit ${limit}`.execute(db)
  return rows
}

/** Reads all errors of a run in their order, a page at a time. */
export async function* errorsOf(db: Db, run: RunKey): AsyncGenerator<RunError> {
  for (let after = 0; ;) {
    const page = await errorsPage(db, run, { after, limit: PAGE })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.number
  }
}
