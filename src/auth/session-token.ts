import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { now } from '../lib/time/clock.ts'
import { parseId } from '../lib/ids.ts'

const LIFETIME_S = 12 * 3600
const KEY_ID = 'session'

/** The server's own address, which its session tokens name as their issuer. */
export type Site = {
  publicUrl: string
  /** Whether the operator set it; else it follows the port, and only the signature tells our tokens. */
  pinned: boolean
}

/**
 * Signs a session token for an account: HS256, issued by this server's public URL, valid 12 hours (contract chapter 1) from
 * `at`, which is to be the database's time wherever several servers share one.
 */
export function signSessionToken(
  accountId: number,
  key: Buffer,
  issuer: string,
  at: Date = now(),
): Promise<string> {
  const issuedAt = Math.floor(at.getTime() / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: KEY_ID })
    .setIssuer(issuer)
    .setSubject(String(accountId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(key)
}

/** Whether a token claims to be a session token of this server; what it is worth, `verifySessionToken` says. */
export function looksLikeSession(token: string, { publicUrl }: Site): boolean {
  try {
    return decodeProtectedHeader(token).kid === KEY_ID || decodeJwt(token).iss === publicUrl
  } catch {
    return false
  }
}

/** When a token of `signSessionToken` stops working. */
export function sessionExpiry(token: string): Date {
  return new Date(Number(decodeJwt(token).exp) * 1000)
}

/** What a session token proves: the account, when it signed in and when that ends, to the second. */
export type SessionProof = { accountId: number; issuedAt: Date; expiresAt: Date }

/**
 * What a session token that one of the keys has signed proves, or null when it is foreign or malformed. Whether it has expired is for the database's clock,
 * which `isCurrentSession` asks: those of two servers may differ.
 */
export async function verifySessionToken(
  token: string,
  keys: readonly Buffer[],
  site: Site,
): Promise<SessionProof | null> {
  for (const key of keys) {
    try {
      return toProof(await verified(token, key, site))
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
  return null
}

async function verified(token: string, key: Buffer, site: Site): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    currentDate: new Date(0),
    requiredClaims: ['exp', 'iat', 'sub', 'iss'],
    ...(site.pinned && { issuer: site.publicUrl }),
  })
  return payload
}

function toProof({ sub, iat, exp }: JWTPayload): SessionProof | null {
  const accountId = parseId(sub)
  const dateOf = (seconds: unknown) => new Date(Number(seconds) * 1000)
  return accountId === null ? null : { accountId, issuedAt: dateOf(iat), expiresAt: dateOf(exp) }
}
