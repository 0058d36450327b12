import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { notify } from '../../db/history/notifications.ts'
import { afterCommit } from '../../db/transaction.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { MAIL_COLUMNS, type MailRow } from './mail-row.ts'

/** Locks a mail. @throws AppError NOT_FOUND */
async function lockMail(tx: Transaction, organizationId: number, id: number) {
  const mail = await tx
    .selectFrom('mails')
    .select(MAIL_COLUMNS)
    .select((where) => where('contentCiphertext', 'is not', null).as('hasContent'))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!mail) throw notFound('Mail')
  return mail
}

const change = (tx: Transaction, { organizationId, id }: MailRow) =>
  tx
    .updateTable('mails')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(MAIL_COLUMNS)

/**
 * Sends a waiting or failed mail at once, with all of its tries. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT for a mail in another state, or whose content is not kept because it has expired
 */
export async function retryMail(tx: Transaction, organizationId: number, id: number): Promise<MailRow> {
  const mail = await lockMail(tx, organizationId, id)
  if (mail.state !== 'queued' && mail.state !== 'failed')
    throw new AppError('CONFLICT', 'Only a waiting or failed mail can be sent again')
  if (!mail.hasContent) throw new AppError('CONFLICT', 'The content of the mail is not kept')
  afterCommit(tx, (db) => notify(db, 'mails'))
  return change(tx, mail)
    .set({ state: 'queued', reason: null, tries: 0, dueAt: databaseNow })
    .executeTakeFirstOrThrow()
}

/**
 * Cancels a waiting mail, and deletes its content. Idempotent. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT for a mail that is being sent or has ended
 */
export async function cancelMail(tx: Transaction, organizationId: number, id: number): Promise<MailRow> {
  const mail = await lockMail(tx, organizationId, id)
  if (mail.state === 'canceled') return mail
  if (mail.state !== 'queued') throw new AppError('CONFLICT', 'Only a waiting mail can be canceled')
  return change(tx, mail)
    .set({ state: 'canceled', reason: 'An admin canceled it', contentCiphertext: null })
    .executeTakeFirstOrThrow()
}
