import type { IncomingHttpHeaders } from 'node:http'
import { subjectError } from '../../../lib/errors.ts'

export const KEY_HEADER = 'Idempotency-Key'
const MAX_LENGTH = 255
/** A structured header string (RFC 9651 section 3.3.3). */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
/** Visible ASCII without the delimiters of a structured header. Two headers are joined by a comma. */
const BARE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/

/**
 * Returns the key of a request, which is a string in quotes (draft-ietf-httpapi-idempotency-key-header-07) or the
 * same without them. Null without the header.
 * @throws AppError INVALID_PARAM unless it has 1 to 255 printable ASCII characters
 */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const sent = String(header).trim()
  const key = QUOTED.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(sent)?.[0] ?? ''
  if (key.length >= 1 && key.length <= MAX_LENGTH) return key
  throw subjectError('INVALID_PARAM', {
    field: KEY_HEADER,
    predicate: `must be 1 to ${MAX_LENGTH} printable ASCII characters`,
  })
}
