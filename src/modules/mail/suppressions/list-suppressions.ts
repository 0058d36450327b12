import type { Db } from '../../../db/database.ts'
import type { SuppressionReason } from '../../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../../db/lists/keyset.ts'
import { comparableEmail } from '../../../lib/text/email.ts'
import { SUPPRESSION_COLUMNS } from './suppression-row.ts'

/** Null, undefined or empty fields do not restrict the list. */
type SuppressionFilter = {
  reasons?: readonly SuppressionReason[] | null | undefined
  email?: string | null | undefined
}

/**
 * Returns one page of the suppressed addresses of an organization, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listSuppressions(
  db: Db,
  organizationId: number,
  { reasons, email }: SuppressionFilter,
  page: PageRequest,
) {
  let found = db
    .selectFrom('mailSuppressions')
    .select(SUPPRESSION_COLUMNS)
    .where('organizationId', '=', organizationId)
  if (reasons?.length) found = found.where('reason', 'in', reasons)
  if (email != null) found = found.where('email', '=', comparableEmail(email))
  return readPage(
    db,
    found,
    [{ column: 'mail_suppressions.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
