import { MAIL_COLUMNS } from '../modules/mail/mail-row.ts'
import { openMessage } from '../modules/mail/open-message.ts'
import { ACCOUNT_MAIL } from '../modules/mail/queue-mail.ts'
import { findOrganization } from '../modules/organizations/find-organization.ts'
import type { Tools } from './run.ts'

const LISTED = 50

const organizationOf = async ({ database }: Tools, slug: string | undefined) =>
  slug === undefined ? ACCOUNT_MAIL : (await findOrganization(database.kysely, slug)).id

/**
 * Lists the last mails of an organization, or of accounts without one, newest first.
 * @throws AppError NOT_FOUND for an unknown slug
 */
export async function listStoredMails(tools: Tools, { org }: { org?: string }): Promise<object> {
  const mails = await tools.database.kysely
    .selectFrom('mails')
    .select(['id', 'kind', 'state', 'email', 'subject', 'reason', 'tries', 'createdAt'])
    .where('organizationId', '=', await organizationOf(tools, org))
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return { mails }
}

/**
 * Shows a mail, with the text of its message if it is stored. The operator reads every message.
 * @throws Error for an unknown id, AppError NOT_FOUND for an unknown slug
 */
export async function showMail(tools: Tools, { org, id }: { org?: string; id: number }): Promise<object> {
  const mail = await tools.database.kysely
    .selectFrom('mails')
    .select(MAIL_COLUMNS)
    .select('contentCiphertext')
    .where('organizationId', '=', await organizationOf(tools, org))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new Error(`There is no mail ${id}`)
  const { contentCiphertext, ...row } = mail
  const message = openMessage(
    { ...row, contentCiphertext },
    { keyring: tools.keys.encryption, isPublic: false },
  )
  return { mail: row, ...(message && { message: { subject: message.subject, text: message.text } }) }
}
