import { errors, jwtVerify, SignJWT } from 'jose'
import { now } from '../lib/clock.ts'

const LIFETIME_S = 12 * 3600

/** Signs a session token for an account: HS256, issued by this server's public URL, valid 12 hours (contract chapter 1). */
export function signSessionToken(accountId: number, key: Buffer, issuer: string): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(String(accountId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(key)
}

/** The account a session token proves, or null when it is expired, foreign or malformed. */
export async function verifySessionToken(token: string, key: Buffer, issuer: string): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      currentDate: now(),
      requiredClaims: ['exp', 'sub'],
    })
    return Number(payload.sub)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
