import { comparableName } from './names.ts'

/** Names of months in English, German, French and Spanish. */
const MONTHS = [
  'January Januar Jänner janvier enero',
  'February Februar février febrero',
  'March März Mrz mars marzo',
  'April avril abril',
  'May Mai mayo',
  'June Juni juin junio',
  'July Juli juillet julio',
  'August août agosto',
  'September septembre septiembre setiembre',
  'October Oktober octobre octubre',
  'November novembre noviembre',
  'December Dezember décembre diciembre',
]
const MIN_LETTERS = 3

/** Months by name and by each abbreviation that no other month has. Null for one that several have. */
const MONTH_BY_NAME = new Map<string, number | null>()
for (const [index, names] of MONTHS.entries())
  for (const name of names.split(' ').map(comparableName))
    for (let length = Math.min(MIN_LETTERS, name.length); length <= name.length; length += 1) {
      const part = name.slice(0, length)
      const other = MONTH_BY_NAME.get(part)
      MONTH_BY_NAME.set(part, other === undefined || other === index ? index : null)
    }

/** A day, the name of a month and a year: `22/Oct/24`, `5. Januar 2025`, `5 de enero de 2025`, `1er mars 2025`. */
const NAMED = /^(\d{1,2})(?:\.|er)?(?:[ /-]| de )\s?(\p{L}{3,})\.?(?:[ /-]| de )(\d{4}|\d{2})(?!\d)(.*)$/su
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s
/** Seconds or milliseconds since 1970, from 1973 on. */
const SINCE_1970 = /^(\d{9,10})(?:\.\d+)?$|^\d{12,13}$/
/** An offset that a name of a zone follows, as programs in Go write it. */
const NAMED_OFFSET = /([+-]\d{2}:?\d{2}) [A-Z]{3,5}$/

/** Returns a date as ISO 8601 if it has a form of an export of another product, else the text itself. */
export function standardForm(text: string): string {
  const seconds = SINCE_1970.exec(text)
  if (seconds) return new Date(Number(text) * (seconds[1] === undefined ? 1 : 1_000)).toISOString()
  const [, day = '', name = '', shortYear = '', time = ''] = NAMED.exec(text) ?? []
  const month = MONTH_BY_NAME.get(comparableName(name))
  if (month != null) return written(shortYear.padStart(4, '20'), String(month + 1), day, clockOf(time))
  const first = YEAR_FIRST.exec(text)
  if (!first) return text
  return written(first[1] ?? '', first[3] ?? '', first[4] ?? '', (first[5] ?? '').replace(NAMED_OFFSET, '$1'))
}

const written = (year: string, month: string, day: string, time: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`

/** A time without the words that German and French put around it. */
const clockOf = (time: string) => time.replace(/^,? (?:um|à) /i, ' ').replace(/ uhr$/i, '')
