import type { Db } from '../../db/database.ts'
import type { MailKind, MailState } from '../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'
import { comparableEmail } from '../../lib/text/email.ts'
import { MAIL_COLUMNS } from './mail-row.ts'

/** Null, undefined or empty fields do not restrict the list. */
type MailFilter = {
  kinds?: readonly MailKind[] | null | undefined
  states?: readonly MailState[] | null | undefined
  email?: string | null | undefined
  userId?: number | null | undefined
}

/**
 * Returns one page of the mails of an organization, newest first. They are retained for 30 days.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listMails(
  db: Db,
  organizationId: number,
  { kinds, states, email, userId }: MailFilter,
  page: PageRequest,
) {
  let mails = db.selectFrom('mails').select(MAIL_COLUMNS).where('organizationId', '=', organizationId)
  if (kinds?.length) mails = mails.where('kind', 'in', kinds)
  if (states?.length) mails = mails.where('state', 'in', states)
  if (email != null) mails = mails.where('email', '=', comparableEmail(email))
  if (userId != null) mails = mails.where('userId', '=', userId)
  return readPage(
    db,
    mails,
    [{ column: 'mails.id', descending: true, type: 'bigint', value: ({ id }) => id }],
    page,
  )
}
