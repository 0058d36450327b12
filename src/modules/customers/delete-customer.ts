import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { cannotDelete } from '../../lib/errors.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { customerEvent } from './customer-events.ts'
import { erasePerson, type Erasure } from './erasure/erase-person.ts'
import { assertNoImport } from './erasure/forget-references.ts'
import { createErasureHashes } from './erasure/erasure-hashes.ts'
import { wordsOfPerson } from './erasure/words-of-person.ts'
import { lockCustomer } from './lock-customer.ts'

/** Actor of the event, user of the audit entry, and the keys that encrypt words for a worker. */
type By = { actor: Actor; actorId: number | null; encryption: Keyring }

/**
 * Anonymizes a customer. Posts, votes and comments remain. Name, e-mail, picture, labels, custom fields,
 * subscriptions, sessions, former invitations, rows of imports and an account without another organization are deleted,
 * and the person is no longer listed. A later person with the same e-mail is a new person (operation `deleteCustomer`).
 * Records the event, and deletes the person's data from earlier events. A worker empties the log of deliveries. An
 * import does not create the person again. Returns the anonymous person, and the numbers of what was erased.
 * @throws AppError NOT_FOUND; CANNOT_DELETE for a team member; CONFLICT while an import runs
 */
export async function deleteCustomer(
  tx: Transaction,
  organizationId: number,
  id: number,
  by: By,
): Promise<{ user: User; erasure: Erasure }> {
  const hashes = await createErasureHashes(tx, by.encryption, organizationId)
  const customer = await lockCustomer(tx, organizationId, id)
  if (customer.role !== null)
    throw cannotDelete('This customer is a team member and has to be removed from the team first')
  await assertNoImport(tx, organizationId)
  const words = await wordsOfPerson(tx, organizationId, customer)
  const user = await anonymize(tx, organizationId, id)
  const erasure = await erasePerson(tx, organizationId, { person: customer, words, hashes, ...by })
  const { customerSince } = customer
  await recordEvents(tx, [customerEvent(by.actor, 'customer_deleted', { ...user, customerSince })])
  await recordAuditEntry(tx, {
    organizationId,
    act: 'person.erased',
    actorId: by.actorId,
    subject: auditSubject('User', id),
  })
  return { user, erasure }
}

function anonymize(tx: Transaction, organizationId: number, id: number): Promise<User> {
  const at = now()
  return tx
    .updateTable('users')
    .set({
      name: 'Deleted user',
      email: null,
      accountId: null,
      acceptedAt: null,
      avatarUrl: null,
      locale: null,
      labels: [],
      customFields: '{}',
      starred: false,
      customerSince: null,
      anonymizedAt: at,
      updatedAt: nextUpdatedAt(at),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
}
