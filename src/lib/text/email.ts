import { domainToUnicode } from 'node:url'
import { isBotAddress } from './bot-address.ts'

const LOCAL_PART = /^[^\p{C}\p{Z}"(),:;<>@[\\\].]+(?:\.[^\p{C}\p{Z}"(),:;<>@[\\\].]+)*$/u
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

/**
 * Normalizes an e-mail address for storage and comparison: trimmed, lower case, NFC. Null for an invalid
 * address. It must have one @, a local part of 1 to 64 characters, a domain of at least two labels and at
 * most 254 characters. Both parts may contain Unicode (RFC 6532), and a domain in Punycode is converted to it. Quoted
 * local parts, comments, address literals and addresses of bots are invalid.
 */
export function normalizeEmail(value: string): string | null {
  if (value.length > 1000) return null
  const sent = value.trim().toLowerCase().normalize('NFC')
  const at = sent.indexOf('@')
  const local = sent.slice(0, at)
  const domain = unicodeDomain(sent.slice(at + 1))
  const address = `${local}@${domain}`
  if (at < 1 || domain === null || address.length > 254 || local.length > 64) return null
  if (!LOCAL_PART.test(local) || /\p{Default_Ignorable_Code_Point}/u.test(address)) return null
  return /\.\d+$/.test(domain) || isBotAddress(address) ? null : address
}

/** Returns an address for comparison with stored ones: normalized, or in lower case if it is invalid. */
export const comparableEmail = (value: string): string => normalizeEmail(value) ?? value.trim().toLowerCase()

/**
 * Returns a domain of at least two labels in one form: Unicode (UTS 46), or Punycode where it has other characters than
 * letters and digits. Null if it is invalid.
 */
function unicodeDomain(sent: string): string | null {
  const domain = sent.replaceAll(/[。．｡]/g, '.')
  if (!isDomain(domain)) return null
  const unicode = /xn--|[^\0-\x7f]/.test(domain) ? domainToUnicode(domain) : domain
  if (isDomain(unicode)) return unicode
  return unicode !== '' && /^[\0-\x7f]*$/.test(domain) ? domain : null
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length >= 2 && labels.every((label) => LABEL.test(label))
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
