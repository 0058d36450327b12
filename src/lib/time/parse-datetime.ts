const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ZONES: Record<string, number> = {
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
}
const MAX_LENGTH = 80

const DAYS = [
  /^(?<year>\d{4})(?<separator>[-/])(?<month>\d{2})\k<separator>(?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?<separator>[ -])(?<month>[a-z]{3,9})\.?,?\k<separator>(?<year>\d{4})(?!\d)/,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/,
]
/** A day and a month in digits, in either order, before the year. */
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/
const BASIC = /^(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})?(?=z|[+-]|$)/
const WEEKDAY = /^([a-z]{3,9}),? (?=[a-z\d])/
const TIME =
  /^(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)? ?(?<half>[ap]\.?m\.?)?(?![\d:.])/
const ZONE =
  /^(?:z|utc?|gmt|(?:utc|gmt)?(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?|(?<name>[ecmp][ds]t))$/

/**
 * Parses a date with optional time and zone. The default zone is UTC. Null for an unsupported form, an
 * invalid date, hour or weekday, or a year outside 1970 to 9999. Uses UTC fields only, because parsers that
 * use local time shift hours that daylight saving time skips.
 */
export function parseDatetime(value: string): Date | null {
  if (value.length > MAX_LENGTH) return null
  const text = value
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ \([^()]*\)$/, '')
    .replace(BASIC, extended)
    .replace(NUMERIC, yearFirst)
  const weekday = WEEKDAYS.findIndex((name) => names(name, WEEKDAY.exec(text)?.[1]))
  const rest = weekday < 0 ? text : text.replace(WEEKDAY, '')
  const day = DAYS.map((form) => form.exec(rest)).find(Boolean)
  if (!day) return null
  const midnight = startOfDay(day.groups ?? {})
  const offset = timeOfDay(rest.slice(day[0].length))
  if (!midnight || offset === null || (weekday >= 0 && midnight.getUTCDay() !== weekday)) return null
  const moment = new Date(midnight.getTime() + offset)
  return isCommonYear(moment.getUTCFullYear()) ? moment : null
}

/**
 * Whether a text starts with a day and a month in digits before the year, whose order is not known, such as
 * `01/02/2027`.
 */
export function hasAmbiguousOrder(text: string): boolean {
  const found = NUMERIC.exec(text.trim())
  return found !== null && yearFirst(...(found as unknown as Parameters<typeof yearFirst>)) === found[0]
}

/** Writes the year first if only one order of day and month exists. */
function yearFirst(text: string, one: string, _separator: string, other: string, year: string): string {
  const [low, high] = [Number(one), Number(other)].sort((a, b) => a - b) as [number, number]
  if (low !== high && high <= 12) return text
  return `${year}-${String(low).padStart(2, '0')}-${String(high).padStart(2, '0')}`
}

function extended(
  _: string,
  year: string,
  month: string,
  day: string,
  hour: string,
  minute: string,
  second = '00',
): string {
  return `${year}-${month}-${day}t${hour}:${minute}:${second}`
}

function startOfDay({ year = '', month = '', day = '' }: Record<string, string | undefined>): Date | null {
  const index = /^\d/.test(month) ? Number(month) - 1 : MONTHS.findIndex((name) => names(name, month))
  const date = new Date(Date.UTC(Number(year), index, Number(day)))
  const exists =
    isCommonYear(Number(year)) && date.getUTCMonth() === index && date.getUTCDate() === Number(day)
  return exists ? date : null
}

/**
 * Returns the milliseconds since midnight UTC of "", "T18:00Z", " 6pm", ", 18:00 +0100", " at 6:30 p.m. EST".
 * Null for other forms.
 */
function timeOfDay(text: string): number | null {
  if (text === '') return 0
  const lead = /^(?:t|,? at |,? )(?=\d)/.exec(text)?.[0]
  const time = lead === undefined ? null : TIME.exec(text.slice(lead.length))
  if (lead === undefined || !time?.groups) return null
  const { hour, minute, second = '0', fraction = '0', half } = time.groups
  const [hours, minutes, seconds] = [hourOfDay(Number(hour), half), Number(minute ?? 0), Number(second)]
  if ((minute === undefined && !half) || hours === null || minutes > 59 || seconds > 59) return null
  const shift = zoneShift(text.slice(lead.length + time[0].length).trim())
  return shift === null
    ? null
    : ((hours * 60 + minutes - shift) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

function hourOfDay(hour: number, half: string | undefined): number | null {
  if (!half) return hour <= 23 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.startsWith('p') ? 12 : 0)
}

/** Returns a zone's offset from UTC in minutes (names of RFC 2822 section 4.3). Null when it is unknown. */
function zoneShift(text: string): number | null {
  if (text === '') return 0
  const { sign, hours, minutes = '0', name } = ZONE.exec(text)?.groups ?? { sign: '?' }
  if (sign === '?') return null
  if (name) return (ZONES[name] ?? 0) * 60
  if (!sign) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function names(full: string, written: string | undefined): boolean {
  return written !== undefined && [full, full.slice(0, 3), full.slice(0, 4)].includes(written)
}

function isCommonYear(year: number): boolean {
  return year >= 1970 && year <= 9999
}
