import type { Transaction } from '../../../db/database.ts'
import { unauthorized } from '../../../lib/errors.ts'
import type { OpenIdClient, OpenIdIdentity } from '../../../auth/openid/openid.ts'
import { useOnce } from '../../idempotency/use-once.ts'
import { LIFETIME_S, unseal, type BegunSignIn } from './begun-sign-in.ts'
import { asAppError } from './provider-error.ts'
import type { ProviderServices } from './provider-services.ts'

/** Identifier of a subject, which is ASCII (OpenID Connect Core, section 2). */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/** Returns a sign-in that this server has sealed for an organization. @throws AppError UNAUTHORIZED */
export function readBegun(
  { keys }: Pick<ProviderServices, 'keys'>,
  { token, organizationId }: { token: string; organizationId: number | null },
): BegunSignIn {
  const begun = unseal(keys.encryption, token)
  if (!begun || begun.organizationId !== organizationId) throw over()
  return begun
}

/**
 * Exchanges the answer of a provider for the identity, within ten minutes by the database's clock. `answer` is the
 * query with which the browser returned. `at` is the database's time in milliseconds.
 * @throws AppError UNAUTHORIZED for an answer that does not hold, and after a change of the issuer; UNAVAILABLE if the
 * provider cannot be reached
 */
export async function proveIdentity(
  { openId }: Pick<ProviderServices, 'openId'>,
  begun: BegunSignIn,
  { client, at, answer }: { client: OpenIdClient; at: number; answer: string },
): Promise<OpenIdIdentity> {
  if (begun.issuer !== client.issuer || at >= begun.at + LIFETIME_S * 1000) throw over()
  const address = new URL(begun.redirectUri)
  address.search = answer
  try {
    const identity = await openId.finish(client, address, begun.checks)
    if (!SUBJECT.test(identity.subject)) throw over()
    return identity
  } catch (error) {
    throw asAppError(error)
  }
}

/** Ends a sign-in, which starts one session. @throws AppError UNAUTHORIZED if it has ended before */
export async function endBegun(tx: Transaction, { checks }: BegunSignIn): Promise<void> {
  if (!(await useOnce(tx, `provider:${checks.state}`, LIFETIME_S))) throw over()
}

const over = () => unauthorized('The sign-in has expired or ended')
