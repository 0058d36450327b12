import { SESSION_IDLE_S, SESSION_PREFIX } from '../../auth/sessions.ts'
import type { Transaction } from '../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { newSecret, sha256 } from '../../lib/crypto/secret.ts'
import { recordSessionAuditEntries } from './record-session-audit-entries.ts'
import { ofOwner, type SessionOwner } from './session-owner.ts'

/** Client that starts a session. */
export type SessionClient = { userAgent: string; address: string }

/** Owner of a new session. A session by SSO ends with the key under which it starts. */
type NewOwner = SessionOwner & { ssoKeyRotatedAt?: Date; bySso?: true }

/** Maximum number of sessions of an owner. */
const MAX_SESSIONS = 50
const MAX_USER_AGENT = 256
/** Length of the longest textual IPv6 address with a zone. */
const MAX_ADDRESS = 64
const TOKEN_BITS = 256

/**
 * Starts a session of 14 days. The caller holds a lock on the owner's row. Ends the least recently used
 * sessions beyond 50. Returns its row and its token, of which only the hash is stored.
 */
export async function startSession(tx: Transaction, owner: NewOwner, { userAgent, address }: SessionClient) {
  const token = newSecret(SESSION_PREFIX, TOKEN_BITS)
  const session = await tx
    .insertInto('sessions')
    .values({
      tokenHash: sha256(token),
      ...owner,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      address: address.slice(0, MAX_ADDRESS),
      createdAt: databaseNow,
      lastSeenAt: databaseNow,
      expiresAt: databaseNowPlus(SESSION_IDLE_S),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where(ofOwner(owner))
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS),
    )
    .execute()
  await recordSessionAuditEntries(tx, owner, 'session.started', [session.id])
  return { token, session }
}
