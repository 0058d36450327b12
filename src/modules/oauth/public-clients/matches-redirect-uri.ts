import type { OAuthAppKind } from '../../../db/generated/tables.ts'

/** http to a loopback host: the host, the port, and the rest from the path on. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/s

/**
 * Returns whether a client has a redirect URI. It equals a registered one character by character. Only the port of a
 * loopback host is free, and only for a public client (RFC 8252 section 7.3).
 */
export function matchesRedirectUri(
  { kind, redirectUris }: { kind: OAuthAppKind; redirectUris: readonly string[] },
  uri: string,
): boolean {
  if (redirectUris.includes(uri)) return true
  if (kind === 'registered' || !URL.canParse(uri)) return false
  const sent = LOOPBACK.exec(uri)
  if (!sent) return false
  return redirectUris.some((registered) => {
    const [, host, , rest] = LOOPBACK.exec(registered) ?? []
    return host === sent[1] && rest === sent[3]
  })
}
