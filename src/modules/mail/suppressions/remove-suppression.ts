import type { Keys } from '../../../auth/keys.ts'
import type { Transaction } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { endSuppressions } from './end-suppressions.ts'

/**
 * Lets an address without a mailbox receive mail again, of all organizations.
 * @throws AppError NOT_FOUND; CONFLICT after a complaint, which only the person withdraws
 */
export async function removeSuppression(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  organizationId: number,
  { id, actorId }: { id: number; actorId: number },
): Promise<void> {
  const found = await tx
    .selectFrom('mailSuppressions')
    .select(['email', 'reason'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Mail suppression')
  const { email, reason } = found
  if (reason === 'complaint')
    throw new AppError(
      'CONFLICT',
      'The person has reported a mail as unwanted, and only they can allow mails again',
    )
  await tx
    .deleteFrom('mailSuppressions')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  if (email !== null) await endSuppressions(tx, keys, organizationId, { email, reasons: ['bounce'] })
  const person = await personWith(tx, organizationId, email)
  await recordAuditEntry(tx, {
    ...{ organizationId, act: 'mail.suppression_removed', actorId },
    subject: person ? auditSubject('User', person.id) : null,
  })
}

/** Returns the person of an organization with an address. */
const personWith = (tx: Transaction, organizationId: number, email: string | null) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email ?? '')
    .executeTakeFirst()
