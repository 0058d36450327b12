/**
 * A redirect URI with parameters added (RFC 6749 chapter 4.1.2). What it has already stays as it was registered, and
 * every character of a value arrives as it is; undefined values are left out.
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
