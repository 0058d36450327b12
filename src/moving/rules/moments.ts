import { parseDatetime } from '../../lib/time/parse-datetime.ts'
import { standardForm } from './date-forms.ts'

/** Order of day and month in dates of digits. */
export type DateOrder = 'dmy' | 'mdy'

/** How dates of a source are read. `timezone` is an IANA name for dates without a zone. Default UTC. */
export type DateRules = { timezone?: string | undefined; dateOrder?: DateOrder | undefined }

/** Digits with the year last: `15.01.2026 16:45`, `4/3/25 5:14`. */
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/s
const ZONE =
  /:\d{2}(?:[.,]\d+)? ?(?:[ap]\.?m\.?)? ?(?:z|utc?|gmt|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?|[ecmp][ds]t)$/i
/** The form that most programs write, which is read without the others. */
const COMMON = /^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/
const PARENTHESES = / \([^()]*\)$/

/**
 * Returns a moment as ISO 8601 in UTC with milliseconds. Null for a text that is not a date, for an hour that the
 * zone skips and for a date of digits whose order of day and month is unknown. It is never the present moment.
 */
export function momentOf(value: string, rules: DateRules = {}): string | null {
  const common = COMMON.test(value) ? commonMoment(value) : null
  if (common !== null) return common
  const text = inOrder(standardForm(value.trim()), rules.dateOrder)
  const moment = text === null ? null : parseDatetime(text)
  if (text === null || moment === null) return null
  const { timezone = 'UTC' } = rules
  if (timezone === 'UTC' || ZONE.test(text.replace(PARENTHESES, ''))) return moment.toISOString()
  return inZone(moment, timezone)?.toISOString() ?? null
}

/** Reads the common form. Null if a field is not in its range, such as the 30th of February. */
function commonMoment(text: string): string | null {
  const time = Date.parse(text)
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return moment.startsWith(text.slice(0, 19)) ? moment : null
}

/** Order of day and month that the digits of a date show. Null for a date without such an order. */
export function orderOf(value: string): DateOrder | 'unknown' | null {
  const [, first, separator, second] = YEAR_LAST.exec(value.trim()) ?? []
  if (first === undefined || second === undefined) return null
  if (separator === '.') return 'dmy'
  if (Number(first) > 12) return 'dmy'
  if (Number(second) > 12) return 'mdy'
  return Number(first) === Number(second) ? null : 'unknown'
}

/** Writes the year first. Dots separate day, month and year in this order. Null if the order is unknown. */
function inOrder(text: string, order: DateOrder | undefined): string | null {
  const found = YEAR_LAST.exec(text)
  if (!found) return text
  const [, first = '', separator, second = '', year = '', time = ''] = found
  const isSame = Number(first) === Number(second)
  const used = separator === '.' ? 'dmy' : (order ?? (isSame ? 'dmy' : null))
  if (used === null) return null
  const [day, month] = used === 'dmy' ? [first, second] : [second, first]
  const full = year.length === 2 ? `20${year}` : year
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

/** Whether a text is the name of a time zone. */
export function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Reads the UTC fields of a moment as local time of a zone. An hour that occurs twice is the earlier one. Null for
 * one that the zone skips.
 */
function inZone(local: Date, timezone: string): Date | null {
  const offsets = [-86_400_000, 86_400_000].map((shift) =>
    offsetAt(new Date(local.getTime() + shift), timezone),
  )
  const candidates = offsets.map((offset) => new Date(local.getTime() - offset))
  const exact = candidates.filter(
    (moment) => moment.getTime() + offsetAt(moment, timezone) === local.getTime(),
  )
  return exact.sort((one, other) => one.getTime() - other.getTime())[0] ?? null
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds from UTC to the local time of a zone at a moment. */
function offsetAt(moment: Date, timezone: string): number {
  let format = FORMATS.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
      timeZone: timezone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    FORMATS.set(timezone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const fields = Date.UTC(year, month - 1, day, hour, minute, second, moment.getUTCMilliseconds())
  return fields - moment.getTime()
}
