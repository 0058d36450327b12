import type { SignUp } from '../../db/generated/tables.ts'
import { containing, unprocessable } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'

type SignUpSettings = { signUp: SignUp; signUpDomains: string[] }

const MAX_DOMAINS = 50

/**
 * Returns the columns of a change of who may join. Domains are stored as those of normalized addresses, each once.
 * @throws AppError UNPROCESSABLE for an invalid domain, for more than 50, and for `domains` without one
 */
export function signUpSettings(
  before: SignUpSettings,
  changes: { signUp?: SignUp | null | undefined; signUpDomains?: readonly string[] | null | undefined },
): Partial<SignUpSettings> {
  const { signUp, signUpDomains: sent } = changes
  if (sent != null && sent.length > MAX_DOMAINS)
    throw unprocessable('signUpDomains', `can have at most ${MAX_DOMAINS} domains`)
  const signUpDomains = sent == null ? before.signUpDomains : [...new Set(sent.map(domainOf))]
  if ((signUp ?? before.signUp) === 'domains' && signUpDomains.length === 0)
    throw unprocessable('signUpDomains', 'must contain a domain')
  return { ...(signUp != null && { signUp }), ...(sent != null && { signUpDomains }) }
}

/** Returns a domain, with or without an @ before it, as a normalized address has it. */
function domainOf(sent: string): string {
  const address = normalizeEmail(`x@${sent.trim().replace(/^@/, '')}`)
  if (address === null) throw unprocessable('signUpDomains', containing(sent, 'is no domain'))
  return address.slice('x@'.length)
}
