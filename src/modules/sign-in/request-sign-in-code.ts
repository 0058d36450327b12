import type { Keys } from '../../auth/keys.ts'
import type { Transaction } from '../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { reserveId } from '../../db/writes/reserve-ids.ts'
import { newSecret, sha256 } from '../../lib/crypto/secret.ts'
import { networkOf } from '../../lib/http/network-of.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { hashOfCode, newCode } from './codes.ts'
import { lockAddress } from './lock-address.ts'
import { baseOfPath, type SignInPortal } from './providers/callback-urls.ts'

/** Seconds in which a code or a link signs in. */
const LIFETIME_S = 15 * 60
/** Maximum number of mails to an address in an hour. */
const MAX_MAILS = 5
const HOUR_S = 3600
const TOKEN_PREFIX = 'fosi_'
const LINK_PREFIX = 'fosl_'
const TOKEN_BITS = 256

type SignInRequest = {
  /** Normalized. */
  email: string
  /** Path to which the sign-in leads. */
  returnTo: string
  /** Language of the mail. */
  locale: string
  /** IP address of the client. */
  address: string
  site: { readonly publicUrl: string }
}

/**
 * Stores a request to sign in and queues the mail with its code and its link, which count for 15 minutes. Sends the
 * same statements for every address: a worker decides by `signInProblem` whether the mail is sent. An address gets five
 * mails an hour. Further ones are never sent, and their codes never count. Returns the token of the browser that asks,
 * without which the code does not count.
 */
export async function requestSignInCode(
  tx: Transaction,
  { encryption, signInCodes: [key] }: Pick<Keys, 'encryption' | 'signInCodes'>,
  portal: SignInPortal,
  { email, returnTo, locale, address, site }: SignInRequest,
): Promise<string> {
  const { id: organizationId } = portal
  await lockAddress(tx, organizationId, email)
  const isLimited = await isAtLimit(tx, organizationId, email)
  const [token, link, code] = [
    newSecret(TOKEN_PREFIX, TOKEN_BITS),
    newSecret(LINK_PREFIX, TOKEN_BITS),
    newCode(),
  ]
  const id = await reserveId(tx, 'sign_in_requests')
  await tx
    .insertInto('signInRequests')
    .values({
      ...{ organizationId, id, email, returnTo, locale },
      tokenHash: sha256(token),
      linkHash: sha256(link),
      codeHash: hashOfCode(key, { organizationId, id, code }),
      network: networkOf(address),
      createdAt: databaseNow,
      expiresAt: databaseNowPlus(isLimited ? 0 : LIFETIME_S),
    })
    .execute()
  const values = { code, link: `${baseOfPath(portal, returnTo, site)}/sign-in/${link}` }
  const skipped = isLimited ? 'Too many requests of the address' : null
  await queueMail(tx, encryption, { organizationId, kind: 'sign_in_code', email, locale, values, skipped })
  return token
}

/** Whether an address has got as many mails in the last hour as it may. A limited request has no lifetime. */
async function isAtLimit(tx: Transaction, organizationId: number, email: string): Promise<boolean> {
  const { sent } = await tx
    .selectFrom('signInRequests')
    .select((select) => select.fn.countAll<string>().as('sent'))
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('createdAt', '>', databaseNowPlus(-HOUR_S))
    .whereRef('expiresAt', '>', 'createdAt')
    .executeTakeFirstOrThrow()
  return Number(sent) >= MAX_MAILS
}
