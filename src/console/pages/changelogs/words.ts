import { LOCALE } from '../../messages.ts'

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'language' })
const MOMENT = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})
const SHORT_MOMENT = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Returns the code of a locale, such as `pt-BR` for `PT_BR` in GraphQL. */
export const codeOf = (locale: string) => {
  const [language = '', region] = locale.split('_')
  return region ? `${language.toLowerCase()}-${region}` : language.toLowerCase()
}

/** Returns the name of a locale, such as "Brazilian Portuguese". */
export const languageName = (locale: string) => NAMES.of(codeOf(locale)) ?? codeOf(locale)

/** Returns a moment in words in the zone of the reader, such as "Tuesday, 24 November at 09:00 CET". */
export const moment = (at: string) => MOMENT.format(new Date(at))

/** Returns a moment in short words in the zone of the reader, such as "Tue, Nov 24, 09:00". */
export const shortMoment = (at: string) => SHORT_MOMENT.format(new Date(at))

/** Returns the time of day of a moment in the zone of the reader. */
export const clock = (at: Date) => CLOCK.format(at)

/** Returns a moment as the value of a field for date and time, in the zone of the reader. */
export function toLocalValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
