const MAX_LENGTH = 24 * 3_600_000

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
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_LENGTH)
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  const due = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(due) ? null : Math.min(Math.max(due - at.getTime(), 0), MAX_LENGTH)
}
