import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '../../../lib/secret.ts'
import type { TokenPair } from './issue-tokens.ts'

/** The pair that replaced a refresh token, readable only by who brings that token: nothing else makes the key (HKDF, RFC 5869). */
export function sealReplacement(pair: TokenPair, refreshToken: string): Buffer {
  return encrypt(keyOf(refreshToken), JSON.stringify(pair))
}

/** What `sealReplacement` was given. Throws for another token. */
export function openReplacement(sealed: Uint8Array, refreshToken: string): TokenPair {
  return JSON.parse(decrypt(keyOf(refreshToken), Buffer.from(sealed))) as TokenPair
}

const keyOf = (refreshToken: string) =>
  Buffer.from(hkdfSync('sha256', refreshToken, 'echolog', 'replacement of a refresh token', 32))
