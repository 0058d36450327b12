import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt, keyringOf } from '../../../lib/crypto/encryption.ts'
import type { TokenPair } from './issue-tokens.ts'

/** Row of the replaced pair. */
type Row = { organizationId: number; id: number }

/**
 * Encrypts the pair that replaced the one of `row`. The key derives from its refresh token only (HKDF, RFC
 * 5869), so that only the holder of that token can decrypt it.
 */
export function sealReplacement(pair: TokenPair, refreshToken: string, row: Row): Buffer {
  return encrypt(keyringOf(tokenKey(refreshToken)), JSON.stringify(pair), locationOf(row))
}

/** Decrypts what `sealReplacement` encrypted. Throws for another token or row. */
export function openReplacement(sealed: Uint8Array, refreshToken: string, row: Row): TokenPair {
  return JSON.parse(
    decrypt(keyringOf(tokenKey(refreshToken)), Buffer.from(sealed), locationOf(row)),
  ) as TokenPair
}

const locationOf = ({ organizationId, id }: Row) => `oauth_tokens.replacement/${organizationId}/${id}`

const tokenKey = (refreshToken: string) =>
  Buffer.from(hkdfSync('sha256', refreshToken, 'echolog', 'replacement of a refresh token', 32))
