import { errors, jwtVerify, type JWTPayload } from 'jose'
import { firstCharacters, isBlankText } from '../lib/text/characters.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { stringProblem } from '../lib/text/valid-text.ts'

/** Identity asserted by an organization. It is valid only within that organization. */
export type SsoIdentity = {
  email: string
  name: string | null
  addAsCustomer: boolean
  labels: string[] | null
  avatarUrl: string | null
}

/**
 * Verifies an SSO token with the organization's key (HS256) at the database's time `at` (contract 1). `exp`,
 * `nbf`, `iat` and `aud`, the slug of the organization, are checked if present. The signer's clock may be up to a
 * minute ahead (RFC 7519 section 4.1.5). `exp` is exact. Returns null when the signature, the times or the claims are
 * invalid.
 */
export async function verifySsoToken(
  token: string,
  key: string,
  { at, slug }: { at: Date; slug: string },
): Promise<SsoIdentity | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      currentDate: at,
      clockTolerance: SKEW_S,
    })
    return isOutOfTime(payload, at) || isForAnother(payload, slug) ? null : toIdentity(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Tolerated clock skew of the signer, in seconds. */
const SKEW_S = 60

function isOutOfTime({ iat, exp }: JWTPayload, at: Date): boolean {
  const seconds = at.getTime() / 1000
  return (iat !== undefined && iat > seconds + SKEW_S) || (exp !== undefined && exp <= seconds)
}

/** Whether the audience names another organization (RFC 7519 section 4.1.3). */
const isForAnother = ({ aud }: JWTPayload, slug: string) => aud !== undefined && ![aud].flat().includes(slug)

function toIdentity(claims: JWTPayload): SsoIdentity | null {
  const email = typeof claims.email === 'string' ? normalizeEmail(claims.email) : null
  if (!email) return null
  const { labels } = claims
  return {
    email,
    name: claimText(claims.name),
    addAsCustomer: claims.add_as_customer === true || claims.add_as_customer === 'true',
    labels: Array.isArray(labels)
      ? labels
          .map(claimText)
          .filter((label) => label !== null)
          .slice(0, 100)
      : null,
    avatarUrl: httpUrl(claims.avatar),
  }
}

const MAX_LENGTH = 255
const MAX_URL = 2048

/** Returns a string claim that can be stored, or null. Truncates a long one between characters. */
export const claimText = (value: unknown): string | null =>
  typeof value !== 'string' || isBlankText(value) || stringProblem(value)
    ? null
    : firstCharacters(value.trim().normalize(), MAX_LENGTH)

function httpUrl(value: unknown): string | null {
  const url =
    typeof value === 'string' && !stringProblem(value) && value.length <= MAX_URL ? value.trim() : null
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null
}
