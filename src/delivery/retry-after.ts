const MAX_LENGTH = 24 * 3_600_000

/** The three forms of a date in HTTP; the second, with a year of two digits, and the third are obsolete. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/**
 * How many milliseconds after `at` a receiver wants to be asked again, by its `Retry-After` (RFC 9110, 10.2.3): seconds
 * or a date, no more than 24 h, 0 for a date that has passed; null when it says nothing that can be understood.
 */
export function retryAfterMs(header: string | string[] | undefined, at: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_LENGTH)
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  const due = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(due) ? null : Math.min(Math.max(due - at.getTime(), 0), MAX_LENGTH)
}
