import { AppError, unprocessable } from '../../../lib/errors.ts'
import { normalizeEmail } from '../../../lib/text/email.ts'
import { requiredText } from '../../../lib/text/fields.ts'
import type { OpenIdIdentity } from '../../../auth/openid/openid.ts'
import { webhookUrlProblem } from '../../webhooks/webhook-url-problem.ts'

const MAX_ISSUER = 2048
/** Hosts of Microsoft, whose issuers name a tenant by its id. */
const MICROSOFT = /(^|\.)(microsoftonline\.(com|us|de)|microsoftonline\.cn|chinacloudapi\.cn)$/
const TENANT = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/i
/**
 * Tenant of all personal accounts of Microsoft.
 */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Returns why a URL cannot be an issuer, as a predicate, or null. It leads to a public host, or to one of
 * `allowedHosts`. One of Microsoft names a single tenant, because the addresses in tokens of several are not
 * verified.
 */
export function issuerProblem(text: string, allowedHosts: ReadonlySet<string>): string | null {
  const problem = webhookUrlProblem(text, allowedHosts)
  if (problem !== null) return problem
  const { hostname, pathname, search } = new URL(text)
  if (search !== '' || text.includes('/.well-known/')) return 'must be an issuer without a query'
  if (!MICROSOFT.test(hostname)) return null
  const tenant = TENANT.exec(pathname)?.[1]
  return tenant !== undefined && tenant.toLowerCase() !== CONSUMERS
    ? null
    : 'must name one tenant: https://login.microsoftonline.com/<tenant ID>/v2.0'
}

/**
 * Returns the issuer of an input. @throws AppError MISSING_PARAM if blank, UNPROCESSABLE if it cannot be one
 */
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
  const counts = isVerified || MICROSOFT.test(new URL(issuer).hostname)
  const email = counts && sent !== null ? normalizeEmail(sent) : null
  if (email === null) throw new AppError('UNPROCESSABLE', 'The provider has not verified the e-mail address')
  return email
}
