import { decrypt, encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import type { OpenIdChecks } from '../../../auth/openid/openid.ts'

/** Seconds in which a sign-in that has begun can end. */
export const LIFETIME_S = 600

/** A sign-in with a provider that has begun. The browser keeps it sealed until it returns. */
export type BegunSignIn = {
  /** Organization to which it leads. Null for accounts, with the provider of the installation. */
  organizationId: number | null
  /** Id of the provider. Null for that of the installation. */
  providerId: number | null
  issuer: string
  checks: OpenIdChecks
  /** Address to which the provider leads back. */
  redirectUri: string
  /** Path to which the sign-in leads. */
  returnTo: string
  /** Language of the person. */
  locale: string
  /** Time of the database in milliseconds. */
  at: number
}

const LOCATION = 'sign-in with a provider'

/** Encrypts a sign-in that has begun. */
export const seal = (encryption: Keyring, begun: BegunSignIn): string =>
  encrypt(encryption, JSON.stringify(begun), LOCATION).toString('base64url')

/** Decrypts a sign-in that has begun, which may have expired. Null for a text that this server has not sealed. */
export function unseal(encryption: Keyring, sealed: string): BegunSignIn | null {
  try {
    return JSON.parse(decrypt(encryption, Buffer.from(sealed, 'base64url'), LOCATION)) as BegunSignIn
  } catch {
    return null
  }
}
