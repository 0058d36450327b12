/**
 * Headers of every page with a form. Under `no-referrer` a browser sends the form with the origin `null`, which
 * the origin check refuses.
 */
const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}

const policy = (...directives: string[]) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})

/** Returns the headers of the pages for signing in and for invitations. `origin` is that of the public URL. */
export const portalHeaders = (origin: string): Record<string, string> => ({
  ...COMMON,
  ...policy(
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: https: ${origin}`,
    "connect-src 'self'",
    "form-action 'self'",
  ),
})

/**
 * Returns the headers of the consent page. Its form may lead to the origin of the validated redirect URI,
 * because Chromium applies `form-action` to the redirect of a form. Without one it leads to us alone. The page
 * has no `Cross-Origin-Opener-Policy`, because apps open it as a popup.
 */
export const consentHeaders = (redirectUri: string | null): Record<string, string> => ({
  ...COMMON,
  ...policy(
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ["form-action 'self'", ...(redirectUri === null ? [] : [targetOf(redirectUri)])].join(' '),
  ),
  Vary: 'Accept',
})

/**
 * Returns the source expression of a redirect URI. The policy has none for an IPv6 host (CSP 3 section 2.3.1), and a
 * private scheme has no host.
 */
function targetOf(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri)
  return hostname.startsWith('[') || origin === 'null' ? protocol : origin
}
