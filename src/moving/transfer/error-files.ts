import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { RunKey } from '../engine/context.ts'
import { errorsOf, type RunError } from '../engine/errors-of.ts'
import { csvLine } from '../rules/csv-line.ts'

/** Names of the files with the errors of an import. */
const ERROR_FILES = ['errors.jsonl', 'errors.csv'] as const
type ErrorFile = (typeof ERROR_FILES)[number]

/** Whether a name is that of a file with the errors of an import. */
export const isErrorFile = (name: string): name is ErrorFile => ERROR_FILES.some((one) => one === name)

/** Returns which of the imports have errors with their original rows, as those of CSV files. */
export async function importsWithRows(
  db: Db,
  organizationId: number,
  ids: readonly number[],
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`select wanted.id from unnest(${ids}::int[]) as wanted(id)
    where exists (select 1 from import_errors e where e.organization_id = ${organizationId}
      and e.run_id = wanted.id and e.original is not null)`.execute(db)
  return rows
}

/**
 * Returns the lines of a file with the errors of an import, in the order of the source. `errors.csv` has the original
 * rows of the first file with errors, and a column `error`, which a later import ignores.
 */
export async function* errorLines(db: Db, run: RunKey, name: ErrorFile): AsyncGenerator<string> {
  if (name === 'errors.csv') {
    yield* csvLines(db, run)
    return
  }
  for await (const error of errorsOf(db, run)) yield `${JSON.stringify(error)}\n`
}

/** Lets spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

async function* csvLines(db: Db, run: RunKey): AsyncGenerator<string> {
  let first: RunError | null = null
  for await (const error of errorsOf(db, run)) {
    const { original, file } = error
    if (!original) continue
    if (!first) yield BYTE_ORDER_MARK + csvLine([...original.headings, 'error'])
    first ??= error
    if (file === first.file) yield csvLine([...original.cells, messageOf(error)])
  }
}

const messageOf = ({ problems }: RunError) =>
  problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')
