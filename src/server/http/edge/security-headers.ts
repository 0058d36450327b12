import type { HeaderList } from '../../../lib/http/header-list.ts'

/** A year, as HSTS preload lists require. */
const HSTS = 'max-age=31536000'

/**
 * Returns the headers of every response. They disable content sniffing, active content and framing. With a
 * public https address they require https (RFC 6797). Pages replace the policy.
 */
export function securityHeaders(publicUrl: string | null): HeaderList {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(publicUrl?.startsWith('https:') ? [['Strict-Transport-Security', HSTS] as const] : []),
  ]
}

/** Returns the additional headers of a page. `sources` are the directives of its Content-Security-Policy. */
export function pageHeaders(sources: readonly string[]): Record<string, string> {
  const policy = [...sources, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  }
}
