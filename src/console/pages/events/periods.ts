const HOUR_MS = 3_600_000

/** Lengths of the periods until now, in milliseconds. */
const LENGTHS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS } as const

/** A period until now, as an address has it. */
export type Period = keyof typeof LENGTHS

/** All periods, shortest first. */
export const PERIODS = Object.keys(LENGTHS) as Period[]

/** Whether a parameter of an address is a period. */
export const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value)

/** Time at which a period starts, in ISO 8601. Undefined without a period. */
export const startOf = (period: Period | undefined): string | undefined =>
  period && new Date(Date.now() - LENGTHS[period]).toISOString()
