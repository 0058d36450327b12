import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { User } from '../../../db/rows.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { ofOwner } from '../../sessions/session-owner.ts'
import { forgetCustomer } from '../forget-customer.ts'
import { forgetImports } from '../imports/forget-imports.ts'
import { recordErasedPerson } from './record-erased-person.ts'
import type { ErasureHashes } from './erasure-hashes.ts'
import { forgetFiles, type ForgottenFiles } from './forget-files.ts'
import { forgetReferences } from './forget-references.ts'
import { forgetMails } from './forget-mails.ts'
import { findMentions, type Mention } from './find-mentions.ts'
import { removeAccount } from './remove-account.ts'
import { startSweep } from './start-sweep.ts'
import type { PersonWords } from './words-of-person.ts'

/** Changes of an erasure, and texts that it has not changed. */
export type Erasure = ForgottenFiles & {
  organizationId: number
  id: number
  /** Whether the account was deleted, because no other organization has a person with it. */
  accountDeleted: boolean
  subscriptions: number
  sessions: number
  invitations: number
  events: number
  importEntries: number
  /** Number of stored hashes, by which an import recognizes the person. */
  identifiers: number
  /** Texts that contain the address. */
  mentions: Mention[]
}

type Erased = {
  person: User
  words: PersonWords
  hashes: ErasureHashes
  encryption: Keyring
}

/**
 * Deletes what the organization stores about a person beside their row, in the transaction that anonymizes it, and
 * leaves the log of deliveries to a worker.
 */
export async function erasePerson(
  tx: Transaction,
  organizationId: number,
  { person, words, hashes, encryption }: Erased,
): Promise<Erasure> {
  const { id: userId, accountId } = person
  const rows = await deleteRows(tx, organizationId, { userId, emails: words.emails })
  await forgetMails(tx, organizationId, { userId, emails: words.emails, hashes })
  const accountDeleted = await removeAccount(tx, accountId)
  const events = await forgetCustomer(tx, organizationId, userId)
  let importEntries = 0
  for (const email of words.emails) importEntries += await forgetImports(tx, organizationId, email)
  const references = await forgetReferences(tx, organizationId, { userId, hashes })
  const identifiers = await recordErasedPerson(tx, organizationId, {
    userId,
    hashes: [...words.emails.map((email) => hashes.ofEmail(email)), ...references],
  })
  const files = await forgetFiles(tx, organizationId, userId)
  const mentions = await findMentions(tx, organizationId, words.emails)
  const id = await startSweep(tx, encryption, organizationId, { userId, words })
  return {
    organizationId,
    id,
    ...rows,
    ...files,
    accountDeleted,
    events,
    importEntries,
    identifiers,
    mentions,
  }
}

/** Tables about the browsers and the notifications of a person. */
const OF_PERSON = [
  'visitors',
  'notifications',
  'notificationPreferences',
  'postMutes',
  'changelogSubscribers',
  'commentMentions',
  'userIdentities',
] as const

/**
 * Deletes the subscriptions, notifications and identities of a person, their sessions of one organization, which
 * have their address, the tokens of their browsers, and the invitations and requests to sign in of their e-mails,
 * whose links end.
 */
async function deleteRows(
  tx: Transaction,
  organizationId: number,
  { userId, emails }: { userId: number; emails: readonly string[] },
) {
  const subscriptions = await tx
    .deleteFrom('postSubscribers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  for (const table of OF_PERSON)
    await tx
      .deleteFrom(table)
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .execute()
  const sessions = await tx
    .deleteFrom('sessions')
    .where(ofOwner({ organizationId, userId }))
    .executeTakeFirst()
  const ofAddresses = sql<boolean>`email = any(${emails}::text[])`
  const invitations = await tx
    .deleteFrom('invitations')
    .where('organizationId', '=', organizationId)
    .where(ofAddresses)
    .executeTakeFirst()
  await tx
    .deleteFrom('signInRequests')
    .where('organizationId', '=', organizationId)
    .where(ofAddresses)
    .execute()
  return {
    subscriptions: Number(subscriptions.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    invitations: Number(invitations.numDeletedRows),
  }
}
