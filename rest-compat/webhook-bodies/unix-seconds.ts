import type { Timestamp } from '../shapes/timestamp.ts'

/** Returns the timestamp in whole Unix seconds. */
export const unixSeconds = (moment: Timestamp) => Math.floor(new Date(moment).getTime() / 1000)
