import { useSyncExternalStore } from 'react'
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

let lastTick = Date.now()
let clock: ReturnType<typeof setInterval> | undefined
const followers = new Set<() => void>()

function tick(): void {
  lastTick = Date.now()
  for (const follower of followers) follower()
}

/** Follows the one clock of all times, which also ticks when the page is shown again. */
function followClock(follower: () => void): () => void {
  if (followers.size === 0) {
    lastTick = Date.now()
    clock = setInterval(tick, REFRESH_MS)
    document.addEventListener('visibilitychange', tick)
  }
  followers.add(follower)
  return () => {
    followers.delete(follower)
    if (followers.size > 0) return
    clearInterval(clock)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The present, which moves every 30 seconds. */
export const useNow = (): number => useSyncExternalStore(followClock, () => lastTick)

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
  const now = useNow()
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
