import { AddressRefused } from '../lib/http/guarded-connector.ts'

/** Number of bytes of a response that are read and stored. */
export const MAX_BYTES = 16_384

/** Lenient decoder. It drops an incomplete character at the cut. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the first 16,384 bytes of a response body as text that PostgreSQL can store. `chunks` are the bytes
 * read. Invalid UTF-8 and NUL characters become U+FFFD.
 */
export function responseText(chunks: Buffer[]): string {
  if (chunks.length === 0) return ''
  const [first = Buffer.alloc(0)] = chunks
  const octets = chunks.length === 1 ? first : Buffer.concat(chunks)
  const isCut = octets.length > MAX_BYTES
  const text = decoder.decode(octets.subarray(0, MAX_BYTES), { stream: isCut })
  // Clears the incomplete character that the decoder keeps for its next call.
  if (isCut) decoder.decode()
  return text.replaceAll('\0', '\uFFFD')
}

/** Maximum delay that a receiver can request, in milliseconds. */
const MAX_DELAY_MS = 24 * 3_600_000

/** The three formats of HTTP dates. The second, with a two-digit year, and the third are obsolete. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/**
 * Returns the delay of a `Retry-After` header in milliseconds after `at` (RFC 9110, section 10.2.3). The
 * header is a number of seconds or a date. The delay is at most 24 h, and 0 for a past date. Null for any
 * other value.
 */
export function retryAfterMs(header: string | string[] | undefined, at: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_DELAY_MS)
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  const due = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(due) ? null : Math.min(Math.max(due - at.getTime(), 0), MAX_DELAY_MS)
}

/** An attempt exceeded its timeout. */
export class RequestTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`timed out after ${timeoutMs / 1000} s`)
  }
}

const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the answer was complete',
  EPIPE: 'connection closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection closed before the answer was complete',
  ENOTFOUND: 'host not found',
  ENODATA: 'host not found',
  EAI_AGAIN: 'host name could not be resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EADDRNOTAVAIL: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  ERR_INVALID_URL: 'not an http address',
  UND_ERR_INVALID_ARG: 'not an http address',
  UND_ERR_CLOSED: 'the service is shutting down',
  UND_ERR_DESTROYED: 'the service is shutting down',
}

const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|PATH_LENGTH|EPROTO$)/

const MAX_CHARACTERS = 200

/**
 * Returns why an attempt received no complete response, in a few words for the webhook's owner. It contains
 * no stack and only rejected addresses.
 */
export function failureMessage(error: Error): string {
  if (error instanceof AddressRefused || error instanceof RequestTimeout) return error.message
  const { code = '', name, message, reason } = error as Error & { code?: string; reason?: string }
  if (TEXTS[code]) return TEXTS[code]
  if (TLS.test(code)) return `TLS: ${readable(reason ?? message)}`
  // The client asserts that a status has a meaning.
  if (name === 'HTTPParserError' || code === 'ERR_ASSERTION' || /^bad (response|upgrade)$/.test(message))
    return 'the answer is not valid HTTP'
  if (code === 'UND_ERR_SOCKET') return 'connection closed before the answer was complete'
  return code ? `connection failed (${code})` : 'connection failed'
}

/**
 * Shortens an OpenSSL or Node message. OpenSSL's messages contain thread ids and file names, unlike its
 * `reason`. Node adds advice after a semicolon.
 */
function readable(text: string): string {
  return text.replace(/;.*/s, '').replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS).trim()
}
