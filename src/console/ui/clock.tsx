import { LOCALE } from '../messages.ts'
import { useNow } from './time.tsx'

const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' })

/**
 * Time of day of a moment, after its day unless that is today. A short one is the time or the day. It changes at
 * midnight.
 */
export function Clock({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date(useNow()).toDateString()
  return (
    <time dateTime={at} title={EXACT.format(moment)}>
      {!isToday && `${DAY.format(moment)} `}
      {(isToday || !isShort) && TIME.format(moment)}
    </time>
  )
}
