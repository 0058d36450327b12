import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { now } from '../lib/time/clock.ts'
import { parseId } from '../lib/crypto/ids.ts'

const LIFETIME_S = 12 * 3600
const KEY_ID = 'session'
/** Maximum number of remembered tokens of a key. */
const MAX_PROVEN = 1_000

/** Tokens that a key has signed. Neither their signatures nor their claims change. */
const proven = new WeakMap<Buffer, LRUCache<string, SessionProof>>()

/** The server's address, which is the issuer of its session tokens. */
export type Site = {
  readonly publicUrl: string
  /**
   * Whether the operator set it. Otherwise it depends on the port, and only the signature identifies a token
   * of this server.
   */
  pinned: boolean
}

/**
 * Signs a session token for an account with HS256. The issuer is this server's public URL. It is valid for 12
 * hours (contract 1) from `at`, which must be the database's time if several servers share a database.
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

/** Whether a token claims to be a session token of this server. `verifySessionToken` verifies it. */
export function looksLikeSession(token: string, { publicUrl }: Site): boolean {
  try {
    return decodeProtectedHeader(token).kid === KEY_ID || decodeJwt(token).iss === publicUrl
  } catch {
    return false
  }
}

/** Verified claims of a session token. Its times have a precision of a second. */
export type SessionProof = { accountId: number; issuedAt: Date; expiresAt: Date }

/**
 * Verifies a session token with any of the keys. Returns null when the signature, issuer or claims are
 * invalid. Expiry is not checked here. `isCurrentSession` checks it by the database's clock, because the
 * clocks of servers may differ.
 */
export async function verifySessionToken(
  token: string,
  keys: readonly Buffer[],
  site: Site,
): Promise<SessionProof | null> {
  for (const key of keys) {
    try {
      return await proofOf(token, key, site)
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
  return null
}

async function proofOf(token: string, key: Buffer, site: Site): Promise<SessionProof | null> {
  const proofs = proven.get(key) ?? new LRUCache<string, SessionProof>({ max: MAX_PROVEN })
  proven.set(key, proofs)
  const name = `${site.pinned ? site.publicUrl : ''} ${token}`
  const proof = proofs.get(name) ?? toProof(await verified(token, key, site))
  if (proof) proofs.set(name, proof)
  return proof
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
