import { AppError, unprocessable } from '../../../lib/errors.ts'
import { normalizeEmail } from '../../../lib/text/email.ts'
import { requiredText } from '../../../lib/text/fields.ts'
import { isOfMicrosoft, issuerProblem } from '../../../auth/openid/issuer-problem.ts'
import type { OpenIdIdentity } from '../../../auth/openid/openid.ts'

const MAX_ISSUER = 2048
/** Returns the issuer of an input. @throws AppError MISSING_PARAM if blank, UNPROCESSABLE if it cannot be one */
export function checkIssuer(value: string, allowedHosts: ReadonlySet<string>): string {
  const issuer = requiredText('issuer', value, MAX_ISSUER)
  const problem = issuerProblem(issuer, allowedHosts)
  if (problem !== null) throw unprocessable('issuer', problem)
  return issuer
}

/**
 * Returns the normalized address of an identity, if it counts. The only tenant of an issuer of Microsoft vouches
 * for its people.
 * @throws AppError UNPROCESSABLE for a missing or invalid address, and for one that is not verified
 */
export function verifiedEmail({ issuer, isVerified, email: sent }: OpenIdIdentity): string {
  const counts = isVerified || isOfMicrosoft(issuer)
  const email = counts && sent !== null ? normalizeEmail(sent) : null
  if (email === null) throw new AppError('UNPROCESSABLE', 'The provider has not verified the e-mail address')
  return email
}
