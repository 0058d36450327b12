/** Headers as name and value, in the order they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A year, as preload lists ask for. */
const HSTS = 'max-age=31536000'

/**
 * The headers of every response: no content type is guessed, nothing in a response runs or is framed, and browsers keep
 * to https where the server's own address is https (RFC 6797). Pages replace the policy by one of their own.
 */
export function securityHeaders(publicUrl: string | null): HeaderList {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(publicUrl?.startsWith('https:') ? [['Strict-Transport-Security', HSTS] as const] : []),
  ]
}

/** The headers of a page beside those of every response; `sources` are the directives of its Content-Security-Policy. */
export function pageHeaders(sources: readonly string[]): Record<string, string> {
  const policy = [...sources, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  }
}
