import { isBotAddress } from './bot-address.ts'

const LOCAL_PART = /^[^\p{C}\p{Z}"(),:;<>@[\\\].]+(?:\.[^\p{C}\p{Z}"(),:;<>@[\\\].]+)*$/u
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

/**
 * Normalizes an e-mail address for storage and comparison: trimmed, lower case, NFC. Null for an invalid
 * address. It must have one @, a local part of 1 to 64 characters, a domain of at least two labels and at
 * most 254 characters. Both parts may contain Unicode (RFC 6532). Quoted local parts, comments, address
 * literals and addresses of bots are invalid.
 */
export function normalizeEmail(value: string): string | null {
  if (value.length > 1000) return null
  const address = value.trim().toLowerCase().normalize('NFC')
  const at = address.indexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  if (at < 1 || address.length > 254 || local.length > 64 || labels.length < 2) return null
  if (!LOCAL_PART.test(local) || !labels.every((label) => LABEL.test(label))) return null
  return /^\d+$/.test(labels.at(-1) ?? '') || isBotAddress(address) ? null : address
}

/** Returns the name of a person who gave none: the part of the address before the @. */
export const nameFromEmail = (address: string): string =>
  address.slice(0, Math.max(address.indexOf('@'), 0)) || address

/** Masks an address for display to others: its first character, `***`, `@` and the domain (contract 3). */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address.slice(0, Math.max(at, 0))
  return at < 0 ? '***' : `${first}***${address.slice(at)}`
}
