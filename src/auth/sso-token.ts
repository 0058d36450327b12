import { errors, jwtVerify, type JWTPayload } from 'jose'
import { normalizeEmail } from '../lib/text/email.ts'
import { stringProblem } from '../lib/text/valid-text.ts'

/** Whom an organization vouches for; worth something inside that organization only. */
export type SsoIdentity = {
  email: string
  name: string | null
  addAsCustomer: boolean
  labels: string[] | null
  avatarUrl: string | null
}

/**
 * Verifies an SSO token: HS256 under the organization's key, `exp`, `nbf` and `iat` honoured when present (contract
 * chapter 1), at the database's time `at`. The clock of who signed it may be up to a minute ahead (RFC 7519 chapter
 * 4.1.5); `exp` is exact. Null when the signature, the times or the claims are not in order.
 */
export async function verifySsoToken(token: string, key: string, at: Date): Promise<SsoIdentity | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      currentDate: at,
      clockTolerance: SKEW_S,
    })
    return isOutOfTime(payload, at) ? null : toIdentity(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Seconds that another server's clock may be ahead. */
const SKEW_S = 60

function isOutOfTime({ iat, exp }: JWTPayload, at: Date): boolean {
  const seconds = at.getTime() / 1000
  return (iat !== undefined && iat > seconds + SKEW_S) || (exp !== undefined && exp <= seconds)
}

function toIdentity(claims: JWTPayload): SsoIdentity | null {
  const email = typeof claims.email === 'string' ? normalizeEmail(claims.email) : null
  if (!email) return null
  const { labels } = claims
  return {
    email,
    name: text(claims.name),
    addAsCustomer: claims.add_as_customer === true || claims.add_as_customer === 'true',
    labels: Array.isArray(labels)
      ? labels
          .map(text)
          .filter((label) => label !== null)
          .slice(0, 100)
      : null,
    avatarUrl: httpUrl(claims.avatar),
  }
}

const MAX_LENGTH = 255
const MAX_URL = 2048

/** A claim that is a text which can be stored; one that is too long is cut between characters. */
function text(value: unknown): string | null {
  if (typeof value !== 'string' || !value.trim() || stringProblem(value)) return null
  return value
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
}

function httpUrl(value: unknown): string | null {
  const url =
    typeof value === 'string' && !stringProblem(value) && value.length <= MAX_URL ? value.trim() : null
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null
}
