import { unprocessable } from '../lib/errors.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import type { Mailbox } from './settings.ts'

/** Characters that end a header, hide a part of it or change the direction of what follows. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
/** Maximum length of a text in a header, in UTF-16 units. */
const MAX_LENGTH = 150
/** Stricter than RFC 5322: no quotes, spaces, comments and lists, which a library would parse. */
const ADDRESS = /^[^\p{C}\p{Z}"(),:;<>@[\]\\]{1,64}@[^\p{C}\p{Z}"(),:;<>@[\]\\]{1,253}$/u

/** Returns a text as a header may contain it, in one line and at most 150 characters. */
export function headerText(text: string): string {
  const line = text.replaceAll(UNSAFE, ' ').trim()
  return line.length > MAX_LENGTH
    ? `${line
        .slice(0, MAX_LENGTH - 1)
        .toWellFormed()
        .replaceAll('\uFFFD', '')}…`
    : line
}

/**
 * Returns a mailbox with a safe name.
 * @throws AppError UNPROCESSABLE for an address with characters that a mail server or a library could interpret
 */
export function mailboxOf({ name, address }: Mailbox): Mailbox {
  if (!ADDRESS.test(address)) throw unprocessable('email', 'cannot receive mail')
  return { name: headerText(name), address }
}

/** Returns the mailbox of a text such as `Acme <feedback@example.com>` or an address. Null for any other text. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const normalized = normalizeEmail(address)
  return normalized === null ? null : { name: name.trim().replaceAll(/^"(.*)"$/g, '$1'), address: normalized }
}
