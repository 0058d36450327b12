/**
 * Adds parameters to a redirect URI (RFC 6749 section 4.1.2). Its existing query is unchanged, and values are
 * percent-encoded. Null and undefined values are omitted.
 */
export function redirectTo(
  redirectUri: string,
  parameters: Record<string, string | null | undefined>,
): string {
  const added = Object.entries(parameters)
    .flatMap(([name, value]) => (value == null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  return redirectUri + joint + added
}
