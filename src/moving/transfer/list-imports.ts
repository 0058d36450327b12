import type { Db } from '../../db/database.ts'
import { readPage, type Page, type PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import type { ImportState } from '../../db/generated/tables.ts'
import type { RunError } from '../engine/errors-of.ts'
import { runRows, toRun, type Run } from '../engine/read-run.ts'

/** Filter of a list of imports. Undefined, null and empty lists do not restrict it. */
type ImportFilter = { states?: readonly ImportState[] | null | undefined }

/**
 * Returns one page of an organization's imports of other products, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export async function listImports(
  db: Db,
  organizationId: number,
  page: PageRequest,
  { states }: ImportFilter,
): Promise<Page<Run>> {
  const wanted = states ?? []
  const found = await readPage(
    db,
    runRows(db, organizationId).$if(wanted.length > 0, (query) => query.where('state', 'in', wanted)),
    [{ column: 'import_runs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
  const rows = new Map(found.rows.map((row) => [row.id, row]))
  const cursorOf = ({ id }: Run) => {
    const row = rows.get(id)
    if (!row) throw new Error('the page does not contain the import')
    return found.cursorOf(row)
  }
  return { ...found, rows: found.rows.map(toRun), cursorOf }
}

/** Returns the imports of an organization with the given ids, in any order. */
export async function importsById(db: Db, organizationId: number, ids: readonly number[]): Promise<Run[]> {
  return (await runRows(db, organizationId).where('id', 'in', ids).execute()).map(toRun)
}

/**
 * Returns the same page of the errors of several imports, in the order of the source, in one statement. Each page has
 * the id of its import.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listRunErrors(
  db: Db,
  organizationId: number,
  importIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<RunError> }[]> {
  const list = {
    alias: 'e',
    from: 'import_errors e',
    conditions: ['e.organization_id = $1', 'e.run_id = wanted.id'],
    values: [organizationId],
    order: [
      { column: 'e.row', descending: false, type: 'int' as const, value: ({ number }: RunError) => number },
    ],
    columns: () =>
      'e.row as "number", e.file, e.file_row as "row", e.kind, e.external_id as "externalId", e.problems, e.original',
  }
  return readPagesOfParents<RunError>(db, importIds, list, page)
}
