import { sql } from 'kysely'
import type { SignInThrottle } from '../../../auth/sign-in-throttle.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { invalidParam } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { normalizeEmail } from '../../../lib/text/email.ts'
import { ACCOUNT_MAIL, queueMail } from '../../mail/queue-mail.ts'
import { newPasswordReset, resetLink } from './password-resets.ts'

type ResetRequest = {
  email: string
  /** Language of the mail. */
  locale: string
  /** Source IP address of the request. */
  address: string
  /** Base URL of the link, without a trailing slash. It is never the host that a request names. */
  publicUrl: string
}

/** Maximum number of requests of an address in an hour. Further ones are dropped silently. */
const MAX_OF_ADDRESS = 5
const PERIOD_S = 3_600

/**
 * Queues a mail with a link that sets a new password. The same statements run for every address: a worker decides
 * whether the mail may be sent. Requests of a network delay its further ones, as wrong passwords do.
 * @throws AppError INVALID_PARAM for an invalid address, RATE_LIMITED after too many requests of the network
 */
export async function requestPasswordReset(
  db: Db,
  { throttle, encryption }: { throttle: SignInThrottle; encryption: Keyring },
  { email: given, address, ...rest }: ResetRequest,
): Promise<void> {
  const email = normalizeEmail(given)
  if (!email) throw invalidParam('email')
  const subject = `password resets of ${networkOf(address)}`
  await throttle.attempt({ email: subject, address }, async () => {
    await inTransaction(db, (tx) => storeRequest(tx, encryption, { email, ...rest }))
    // Counted as a failure, so that a network cannot flood others with mails.
    return null
  })
}

async function storeRequest(
  tx: Transaction,
  encryption: Keyring,
  { email, locale, publicUrl }: Omit<ResetRequest, 'address'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password resets/${email}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('passwordResets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('createdAt', '>', databaseNowPlus(-PERIOD_S))
    .executeTakeFirstOrThrow()
  if (count >= MAX_OF_ADDRESS) return
  const { token, row } = newPasswordReset(email)
  await tx.insertInto('passwordResets').values(row).execute()
  const mail = { organizationId: ACCOUNT_MAIL, kind: 'password_reset' as const, email, locale }
  await queueMail(tx, encryption, { ...mail, values: { link: resetLink(publicUrl, token) } })
}
