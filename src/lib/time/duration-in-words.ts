const HOUR = 60
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const TWO_DAYS_FROM = 1.75 * DAY

/**
 * Formats the time between two dates in words: "less than a minute", "5 days", "about 1 year". Years count by
 * the calendar, in UTC.
 */
export function durationInWords(from: Date, to: Date): string {
  const [earlier, later] = from <= to ? [from, to] : [to, from]
  const seconds = Math.trunc((later.getTime() - earlier.getTime()) / 1000)
  const minutes = Math.round(seconds / 60)
  if (minutes === 0) return 'less than a minute'
  if (minutes < 45) return counted(minutes, 'minute')
  if (minutes < DAY) return `about ${counted(minutes < 90 ? 1 : Math.round(minutes / HOUR), 'hour')}`
  if (minutes < MONTH) return counted(minutes < TWO_DAYS_FROM ? 1 : Math.round(minutes / DAY), 'day')
  if (minutes < 2 * MONTH) return `about ${counted(Math.round(minutes / MONTH), 'month')}`
  const months = fullMonths(earlier, later)
  if (months < 12) return counted(Math.round(minutes / MONTH), 'month')
  const years = Math.trunc(months / 12)
  if (months % 12 < 3) return `about ${counted(years, 'year')}`
  return months % 12 < 9 ? `over ${counted(years, 'year')}` : `almost ${counted(years + 1, 'year')}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Full months between two dates that are at least two months apart. The end of February counts as day 30. */
function fullMonths(earlier: Date, later: Date): number {
  const months =
    (later.getUTCFullYear() - earlier.getUTCFullYear()) * 12 + later.getUTCMonth() - earlier.getUTCMonth()
  const back = new Date(later)
  if (back.getUTCMonth() === 1 && back.getUTCDate() > 27) back.setUTCDate(30)
  back.setUTCMonth(back.getUTCMonth() - months)
  return back < earlier ? months - 1 : months
}
