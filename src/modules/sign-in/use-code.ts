import { sql } from 'kysely'
import type { Keys } from '../../auth/keys.ts'
import type { Transaction } from '../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { sha256 } from '../../lib/crypto/secret.ts'
import { digitsOf, hashOfCode } from './codes.ts'
import { endRequests } from './end-requests.ts'
import { lockAddress } from './lock-address.ts'

/** A request to sign in that has proven the address. */
export type ProvenRequest = { email: string; returnTo: string; locale: string }

/** Wrong codes that end a request. */
const MAX_FAILURES = 5
/** Wrong codes of an address in a day, after which only links sign in. */
const MAX_FAILURES_OF_DAY = 10
const DAY_S = 86_400

/**
 * Uses the code of a request with the token of its browser, once, and ends the other requests of the address. Counts a
 * wrong code, so the transaction has to commit. Null for a wrong, expired or used code, and after too many wrong ones.
 */
export async function useCode(
  tx: Transaction,
  { signInCodes }: Pick<Keys, 'signInCodes'>,
  organizationId: number,
  { token, code }: { token: string; code: string },
): Promise<ProvenRequest | null> {
  const request = await tx
    .selectFrom('signInRequests')
    .select(['id', 'email'])
    .where('organizationId', '=', organizationId)
    .where('tokenHash', '=', sha256(token))
    .executeTakeFirst()
  if (!request) return null
  const { id, email } = request
  await lockAddress(tx, organizationId, email)
  const hashes = signInCodes.map((key) => hashOfCode(key, { organizationId, id, code: digitsOf(code) }))
  const isRight = sql`code_hash = any(${hashes}::bytea[])`
  // Locks the row against its link, also with the right code.
  const { rows } = await sql<ProvenRequest & { isRight: boolean }>`
    update sign_in_requests set failures = failures + (not ${isRight})::int
    where organization_id = ${organizationId} and id = ${id} and ended_at is null and expires_at > ${databaseNow}
      and failures < ${MAX_FAILURES} and (
        select coalesce(sum(failures), 0) from sign_in_requests
        where organization_id = ${organizationId} and email = ${email} and created_at > ${databaseNowPlus(-DAY_S)}
      ) < ${MAX_FAILURES_OF_DAY}
    returning email, return_to as "returnTo", locale, ${isRight} as "isRight"`.execute(tx)
  const [tried] = rows
  if (!tried?.isRight) return null
  await endRequests(tx, organizationId, email)
  return tried
}
