/** A moment as REST writes it: ISO 8601 in UTC with milliseconds. In the process it is a Date, over a wire a string already. */
export type Timestamp = Date | string

/** The text of a moment. */
export function isoTimestamp(moment: Timestamp): string {
  return typeof moment === 'string' ? moment : moment.toISOString()
}

/** The text of a moment that may be missing. */
export function isoTimeOrNull(moment: Timestamp | null): string | null {
  return moment === null ? null : isoTimestamp(moment)
}
