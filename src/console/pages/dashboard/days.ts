/** Numbers of days that the dashboard can show. */
export const DAYS = [7, 14, 30, 90] as const
export type Days = (typeof DAYS)[number]

/** Days of the dashboard unless its address contains others. */
export const DEFAULT_DAYS: Days = 14
