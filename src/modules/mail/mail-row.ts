import type { Mail } from '../../db/rows.ts'

/** A mail's row without its content. */
export type MailRow = Omit<Mail, 'contentCiphertext' | 'owner'>

/** Names of the columns of a mail's row. */
export const MAIL_COLUMNS = [
  'organizationId',
  'id',
  'kind',
  'topicId',
  'userId',
  'accountId',
  'email',
  'locale',
  'state',
  'reason',
  'reply',
  'report',
  'tries',
  'dueAt',
  'subject',
  'createdAt',
  'sentAt',
] as const satisfies (keyof MailRow)[]
