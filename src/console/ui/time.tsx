import { useEffect, useState } from 'react'
import { LOCALE } from '../messages.ts'

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { style: 'narrow' })
const NOW = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'narrow' }).format(0, 'second')
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'medium' })
const REFRESH_MS = 30_000

type TimeProps = {
  at: string
  className?: string | undefined
  /** Words for less than a minute. */
  now?: string
  /** Whether a moment that has passed is late, and so as good as now. */
  isDue?: boolean
}

/** Time since a moment, such as "3h ago", with the exact moment on hover, in the zone of the reader. */
export function Time({ at, className, now: nowWords = NOW, isDue = false }: TimeProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={EXACT.format(new Date(at))} className={className}>
      {(isDue && Date.parse(at) < now ? null : relative(Date.parse(at), now)) ?? nowWords}
    </time>
  )
}

/** Time between two moments in words, in its largest unit. Null for less than a minute. */
function relative(at: number, now: number): string | null {
  const seconds = (at - now) / 1_000
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', Infinity]
  return size === Infinity ? null : RELATIVE.format(Math.trunc(seconds / size), unit)
}
