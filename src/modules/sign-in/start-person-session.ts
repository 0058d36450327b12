import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { forbidden } from '../../lib/errors.ts'
import { startSession, type SessionClient } from '../sessions/start-session.ts'

/**
 * Starts a session of a person in one organization. It ends with the SSO key, as those of `startMemberSession` do. A
 * person without a language has `locale` from then on. Returns its row and token.
 * @throws AppError FORBIDDEN for a person who is blocked or was erased
 */
export async function startPersonSession(
  tx: Transaction,
  organizationId: number,
  { userId, locale }: { userId: number; locale: string },
  client: SessionClient,
) {
  const { ssoKeyRotatedAt } = await tx
    .selectFrom('organizations')
    .select('ssoKeyRotatedAt')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  // Locks the person. An erasure since then has ended all sessions.
  const person = await tx
    .updateTable('users')
    .set({ locale: sql<string>`coalesce(locale, ${locale})` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', userId)
    .where('blocked', '=', false)
    .where('anonymizedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!person) throw forbidden('This address cannot sign in here')
  return startSession(tx, { organizationId, userId, ssoKeyRotatedAt }, client)
}
