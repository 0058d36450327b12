import { decodeJwt } from 'jose'
import type { Keys } from '../../auth/keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import { verifySsoToken } from '../../auth/sso-token.ts'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { decrypt } from '../../lib/crypto/encryption.ts'
import { unauthorized } from '../../lib/errors.ts'
import { useOnce } from '../idempotency/use-once.ts'
import { provisionUser } from '../users/provision-user.ts'
import { startSession, type SessionClient } from './start-session.ts'

/** Maximum seconds until the expiry of a token that starts a session. */
const MAX_EXPIRY_S = 600
const MAX_SLUG = 64

/**
 * Starts a session of the person of an SSO token, in the organization whose key signed it. The token must
 * expire within ten minutes, because a session outlives it, and starts one session. Returns the row and the
 * token of the session, and the organization's row.
 * @throws AppError UNAUTHORIZED for an invalid or used token, also of an unknown organization
 */
export async function startSsoSession(
  db: Db,
  { encryption }: Pick<Keys, 'encryption'>,
  { slug, token, ...client }: SessionClient & { slug: string; token: string },
) {
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .select(databaseNow.as('at'))
    .where('slug', '=', slug.slice(0, MAX_SLUG).toLowerCase())
    .executeTakeFirst()
  if (!organization) throw invalid()
  const { id: organizationId, ssoKeyCiphertext, ssoKeyRotatedAt, at } = organization
  const location = sealedLocation('organizations.sso_key_ciphertext', organizationId, organizationId)
  const identity = await verifySsoToken(token, decrypt(encryption, ssoKeyCiphertext, location), organization)
  if (!identity || !expiresSoon(token, at)) throw invalid()
  const { id: userId } = await provisionUser(db, organizationId, identity)
  return inTransaction(db, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', userId)
      // A deletion since then has deleted all sessions.
      .where('anonymizedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person || !(await useOnce(tx, `sso:${organizationId}:${signedPart(token)}`, MAX_EXPIRY_S)))
      throw invalid()
    // A session that starts while the key is replaced has the time of the old key, so it has ended.
    const started = await startSession(tx, { organizationId, userId, ssoKeyRotatedAt, bySso: true }, client)
    return { ...started, organization }
  })
}

const invalid = () =>
  unauthorized('The SSO token is invalid, was used before, or does not expire within ten minutes')

/** Returns the header and payload of a JWT, because a signature has several encodings (RFC 4648, section 3.5). */
const signedPart = (token: string) => token.trim().split('.', 2).join('.')

function expiresSoon(token: string, at: Date): boolean {
  const { exp } = decodeJwt(token)
  return exp !== undefined && exp <= at.getTime() / 1000 + MAX_EXPIRY_S
}
