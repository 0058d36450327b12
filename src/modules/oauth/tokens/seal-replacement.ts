import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt, keyringOf } from '../../../lib/encryption.ts'
import type { TokenPair } from './issue-tokens.ts'

/** Whose place in the chain the pair has taken. */
type Row = { organizationId: number; id: number }

/**
 * The pair that replaced the one of `row`, readable only by who brings its refresh token: nothing else makes the key (HKDF,
 * RFC 5869).
 */
export function sealReplacement(pair: TokenPair, refreshToken: string, row: Row): Buffer {
  return encrypt(keyringOf(keyOf(refreshToken)), JSON.stringify(pair), locationOf(row))
}

/** What `sealReplacement` was given. Throws for another token or row. */
export function openReplacement(sealed: Uint8Array, refreshToken: string, row: Row): TokenPair {
  return JSON.parse(
    decrypt(keyringOf(keyOf(refreshToken)), Buffer.from(sealed), locationOf(row)),
  ) as TokenPair
}

const locationOf = ({ organizationId, id }: Row) => `oauth_tokens.replacement/${organizationId}/${id}`

const keyOf = (refreshToken: string) =>
  Buffer.from(hkdfSync('sha256', refreshToken, 'echolog', 'replacement of a refresh token', 32))
