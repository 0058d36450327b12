/**
 * Headers of the pages of a portal, whose scripts are files of the portal. A page with a form sends its origin, so that
 * the origin check accepts the form.
 */
export const PORTAL_HEADERS: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'DENY',
  ...headersOf("frame-ancestors 'none'"),
}

/** Headers of the page of the widget, which every site may show inside its pages. It has no form. */
export const WIDGET_HEADERS: Readonly<Record<string, string>> = headersOf('frame-ancestors *')

function headersOf(ancestors: string) {
  return {
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data: https:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      ancestors,
    ].join('; '),
  }
}

/** Headers of a preview, which the console shows inside its editor. */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  ...PORTAL_HEADERS,
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': (PORTAL_HEADERS['Content-Security-Policy'] ?? '').replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  ),
}
