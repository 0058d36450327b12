import type { OwnProvider } from '../auth/openid/openid.ts'
import { issuerProblem } from '../auth/openid/issuer-problem.ts'
import type { Settings } from './settings.ts'

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** Returns a problem if some of the settings of the OpenID provider are missing. */
export function missingOfProvider(given: Record<string, string>): string[] {
  const missing = REQUIRED.filter((name) => !given[name])
  if (missing.length === 0 || (missing.length === REQUIRED.length && !given.OIDC_NAME)) return []
  return [`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} required to sign in with OpenID`]
}

/** Returns a problem of the issuer, which may be in the own network if `WEBHOOK_ALLOWED_HOSTS` has its host. */
export function issuerProblems({ OIDC_ISSUER, WEBHOOK_ALLOWED_HOSTS }: Settings): string[] {
  const allowed = new Set(WEBHOOK_ALLOWED_HOSTS.map((host) => host.toLowerCase()))
  const problem = OIDC_ISSUER === null ? null : issuerProblem(OIDC_ISSUER, allowed)
  return problem === null ? [] : [`OIDC_ISSUER ${problem}`]
}

/** Returns the OpenID provider with which accounts sign in, or null without `OIDC_ISSUER`. */
export function ownProviderOf(settings: Settings): OwnProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  if (issuer === null || clientId === null || clientSecret === null) return null
  return { issuer, clientId, clientSecret, name: settings.OIDC_NAME ?? new URL(issuer).hostname }
}
