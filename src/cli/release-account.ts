import type { RowKey } from '../db/writes/by-organization.ts'
import type { Transaction } from '../db/database.ts'
import { lockBeforeChange } from '../db/sharding/locked-row.ts'
import { databaseNow } from '../db/time.ts'
import { inTransaction } from '../db/transaction.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { auditSubject, recordAuditEntries } from '../modules/audit/record-audit-entry.ts'
import { endOtherSessions } from '../modules/sessions/end-other-sessions.ts'
import type { Tools } from './run.ts'

/**
 * Takes the password, the identities and the sessions from the accounts of an address, so that its owner can get in
 * by an invitation of any organization. Each organization in which an account acts has an audit entry. Returns what
 * ended.
 * @throws Error for an address without an account
 */
export function releaseAccount(
  { database }: Pick<Tools, 'database'>,
  { email: given }: { email: string },
): Promise<object> {
  const email = normalizeEmail(given) ?? given
  return inTransaction(database.kysely, async (tx) => {
    const accounts = await tx.selectFrom('accounts').select('id').where('email', '=', email).execute()
    if (accounts.length === 0) throw new Error(`There is no account with the e-mail address ${given}`)
    const ids = accounts.map(({ id }) => id).sort((one, other) => one - other)
    for (const id of ids) await lockBeforeChange(tx, 'accounts', id)
    await tx
      .updateTable('accounts')
      .set({ passwordHash: null, sessionsValidFrom: databaseNow })
      .where('id', 'in', ids)
      .execute()
    await tx.deleteFrom('accountIdentities').where('accountId', 'in', ids).execute()
    let sessions = 0
    for (const accountId of ids) sessions += (await endOtherSessions(tx, { accountId }, null)).length
    const members = await tx
      .selectFrom('users')
      .innerJoin('organizations', 'organizations.id', 'users.organizationId')
      .select(['users.organizationId', 'users.id', 'organizations.slug'])
      .where('users.accountId', 'in', ids)
      .where('users.acceptedAt', 'is not', null)
      .execute()
    for (const member of members) await withdrawAcceptance(tx, member)
    await recordAuditEntries(
      tx,
      members.map(({ organizationId, id }) => ({
        organizationId,
        act: 'account.released' as const,
        actorId: null,
        subject: auditSubject('User', id),
      })),
    )
    return { email, accounts: ids.length, sessions, organizations: members.map(({ slug }) => slug) }
  })
}

/** Lets a member accept an invitation again, which is a conflict for one that has accepted. */
const withdrawAcceptance = (tx: Transaction, { organizationId, id }: RowKey) =>
  tx
    .updateTable('users')
    .set({ acceptedAt: null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
