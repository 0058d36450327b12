import type { Transaction } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { queueMail } from '../mail/queue-mail.ts'

type MailedInvitation = { email: string; role: string; invitedById: number; link: string }

/** Maximum number of invitations that are mailed in an hour: to one address, and of an organization. */
const MAX_OF_ADDRESS = 5
const MAX_OF_ORGANIZATION = 100
const PERIOD_S = 3_600

/**
 * Queues the mail with the link of an invitation, in the language of the organization, and cancels the earlier ones of
 * the address, whose links have ended. Returns false without a mail after too many in the last hour, because a team
 * must not flood strangers. The caller holds the lock on the organization.
 */
export async function mailInvitation(
  tx: Transaction,
  encryption: Keyring,
  organizationId: number,
  { email, role, invitedById, link }: MailedInvitation,
): Promise<boolean> {
  await cancelEarlier(tx, organizationId, email)
  if (!(await hasRoom(tx, organizationId, email))) return false
  const { defaultLocale, name } = await tx
    .selectFrom('organizations')
    .innerJoin('users', 'users.organizationId', 'organizations.id')
    .select(['organizations.defaultLocale', 'users.name'])
    .where('organizations.id', '=', organizationId)
    .where('users.organizationId', '=', organizationId)
    .where('users.id', '=', invitedById)
    .executeTakeFirstOrThrow()
  const mail = { organizationId, kind: 'invitation' as const, email, locale: defaultLocale }
  await queueMail(tx, encryption, { ...mail, values: { link, role, invitedBy: name } })
  return true
}

const cancelEarlier = (tx: Transaction, organizationId: number, email: string) =>
  tx
    .updateTable('mails')
    .set({ state: 'canceled', reason: 'A newer invitation replaced it', contentCiphertext: null })
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('kind', '=', 'invitation')
    .where('state', '=', 'queued')
    .execute()

async function hasRoom(tx: Transaction, organizationId: number, email: string): Promise<boolean> {
  const { all, ofAddress } = await tx
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('email', '=', email).as('ofAddress'),
    ])
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('createdAt', '>', databaseNowPlus(-PERIOD_S))
    .executeTakeFirstOrThrow()
  return all < MAX_OF_ORGANIZATION && ofAddress < MAX_OF_ADDRESS
}
