/** Timestamp in a result: a `Date` in the process, an ISO 8601 string after serialization. */
export type Timestamp = Date | string

/** Returns the timestamp as ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(moment: Timestamp): string {
  return typeof moment === 'string' ? moment : moment.toISOString()
}

/** Returns the timestamp as ISO 8601 in UTC with milliseconds, or null. */
export function isoTimestampOrNull(moment: Timestamp | null): string | null {
  return moment === null ? null : isoTimestamp(moment)
}

/** Returns the timestamp in whole Unix seconds. */
export const unixSeconds = (moment: Timestamp) => Math.floor(new Date(moment).getTime() / 1000)
