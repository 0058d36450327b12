import { RequestTimeout } from './http-request.ts'
import { AddressRefused } from './guard.ts'

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
  if (name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(message))
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
