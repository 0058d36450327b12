import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { MAIL_COLUMNS, type MailRow } from './mail-row.ts'
import { queueMail } from './queue-mail.ts'

/**
 * Queues a test message to the person who asks for it, in their language. Returns its row.
 * @throws AppError UNPROCESSABLE for a person without an address
 */
export async function sendTestMail(
  tx: Transaction,
  encryption: Keyring,
  organizationId: number,
  actorId: number,
): Promise<MailRow> {
  const person = await tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .select(['users.email', 'users.locale', 'organizations.defaultLocale'])
    .where('users.organizationId', '=', organizationId)
    .where('users.id', '=', actorId)
    .executeTakeFirstOrThrow()
  if (person.email === null) throw unprocessable('email', 'is missing')
  const id = await queueMail(tx, encryption, {
    organizationId,
    kind: 'test',
    email: person.email,
    userId: actorId,
    locale: person.locale ?? person.defaultLocale,
    values: {},
  })
  const subject = auditSubject('User', actorId)
  await recordAuditEntry(tx, { organizationId, act: 'mail.tested', actorId, subject })
  return tx
    .selectFrom('mails')
    .select(MAIL_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
