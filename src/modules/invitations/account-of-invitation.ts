import type { InsertObject } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { DB } from '../../db/generated/tables.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'
import { databaseNow } from '../../db/time.ts'
import { subjectError } from '../../lib/errors.ts'
import { nameFromEmail } from '../../lib/text/email.ts'
import { endOtherSessions } from '../sessions/end-other-sessions.ts'

type Claim = {
  organizationId: number
  email: string
  /** Account of the caller's session, or null with a first password. */
  accountId: number | null
  name: string | null
  passwordHash: string | null
}

/**
 * Returns the locked account that accepts an invitation. The account of a session must have its address. Otherwise
 * a password is set: on a new account, on one that has none and acts in no other organization, and else on an
 * account that acts in this organization only. Admins see the links of their invitations. So a link gives away no
 * account that acts elsewhere, and an account that was made with a link keeps its address out of no organization.
 * @throws AppError UNPROCESSABLE for the session of another address or organization
 */
export async function takeAccount(tx: Transaction, claim: Claim) {
  const { organizationId, email, accountId, name, passwordHash } = claim
  if (accountId !== null) {
    const own = await lockAccount(tx, accountId)
    if (own?.email !== email) throw unsuitable('belongs to an invitation for another address')
    if (own.actsInId !== null && own.actsInId !== organizationId)
      throw unsuitable('cannot be accepted by an account of another organization: sign out first')
    return own
  }
  const account = { email, name: name ?? nameFromEmail(email), passwordHash, createdAt: databaseNow }
  const created = await insertAccount(tx, account)
  if (created) return created
  const shared = await lockAccountOf(tx, email, null)
  // Read after the lock, so that it includes what a concurrent acceptance committed.
  if (shared && (await isFree(tx, organizationId, shared))) return setPassword(tx, shared.id, passwordHash)
  const separate = await lockAccountOf(tx, email, organizationId)
  if (separate) return setPassword(tx, separate.id, passwordHash)
  return tx
    .insertInto('accounts')
    .values({ ...account, actsInId: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const unsuitable = (predicate: string) => subjectError('UNPROCESSABLE', { field: 'token', predicate })

const lockAccount = (tx: Transaction, id: number) =>
  lockedRow(tx, 'accounts', tx.selectFrom('accounts').selectAll().where('id', '=', id))

/** Inserts an account unless its address has one that acts in the same organization, or in any. */
const insertAccount = (tx: Transaction, account: InsertObject<DB, 'accounts'>) =>
  tx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['email', 'actsInId']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Locks the account of an address that acts in an organization only, or with null in any. */
const lockAccountOf = (tx: Transaction, email: string, actsInId: number | null) =>
  lockedRow(
    tx,
    'accounts',
    tx
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .where('actsInId', actsInId === null ? 'is' : '=', actsInId),
  )

/** Sets the password of an account, and ends its sessions. */
async function setPassword(tx: Transaction, accountId: number, passwordHash: string | null) {
  await endOtherSessions(tx, { accountId }, null)
  return tx
    .updateTable('accounts')
    .set({ passwordHash, sessionsValidFrom: databaseNow })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether an account has no password and acts in no other organization. */
async function isFree(
  tx: Transaction,
  organizationId: number,
  { id, passwordHash }: { id: number; passwordHash: string | null },
): Promise<boolean> {
  if (passwordHash !== null) return false
  const elsewhere = await tx
    .selectFrom('users')
    .select('id')
    .where('accountId', '=', id)
    .where('organizationId', '<>', organizationId)
    .where('acceptedAt', 'is not', null)
    .executeTakeFirst()
  return elsewhere === undefined
}
