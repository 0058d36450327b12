import { LOCALE } from '../../messages.ts'

const NAME = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })
/** Number of months of the longest board or timeline. */
const MAX_MONTHS = 60

/** Number of a month since the year 0. A day is a text such as `2026-11-21`. */
export const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** First day of a month. */
export const dayOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`

/** Number of this month in the zone of the reader. */
export function thisMonth(now = new Date()): number {
  return now.getFullYear() * 12 + now.getMonth()
}

/** The months of planned days, and this one with `ahead` after it, without a gap. */
export function monthsOf(days: readonly (string | null)[], ahead: number): number[] {
  const now = thisMonth()
  const planned = days.flatMap((day) => (day === null ? [] : [monthOf(day)]))
  // A day far away makes no thousand columns: it is in the first or the last one.
  const first = Math.max(Math.min(now, ...planned), now - MAX_MONTHS / 2)
  const last = Math.min(Math.max(now + ahead, ...planned), now + MAX_MONTHS / 2)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Name of a month, such as "November 2026". */
export const monthName = (month: number): string => NAME.format(new Date(dayOf(month)))

/** Short name of a month without its year, such as "Nov". */
export const shortMonth = (month: number): string => SHORT.format(new Date(dayOf(month)))

/** Name of the quarter of a month, such as "Q4 2026". */
export const quarterName = (month: number): string =>
  `Q${Math.floor((month % 12) / 3) + 1} ${Math.floor(month / 12)}`
