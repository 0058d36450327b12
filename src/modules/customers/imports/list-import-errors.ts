import type { Db } from '../../../db/database.ts'
import type { Page, PageRequest } from '../../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../../db/lists/pages-of-parents.ts'
import type { FileError } from './read-customer-file.ts'

/** A row of an import that was not stored. */
export type ImportErrorRow = Pick<FileError, 'row' | 'email' | 'problems'>

/**
 * Returns the same page of the errors of several imports, in the order of their rows, in one statement. Each page has
 * the id of its import.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listImportErrors(
  db: Db,
  organizationId: number,
  importIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<ImportErrorRow> }[]> {
  const list = {
    alias: 'e',
    from: 'import_errors e',
    conditions: ['e.organization_id = $1', 'e.run_id = wanted.id'],
    values: [organizationId],
    order: [
      { column: 'e.row', descending: false, type: 'int' as const, value: ({ row }: ImportErrorRow) => row },
    ],
    columns: () => 'e.row, e.email, e.problems',
  }
  return readPagesOfParents<ImportErrorRow>(db, importIds, list, page)
}
