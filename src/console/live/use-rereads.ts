import { useEffect } from 'react'
import type { LiveEvent } from './event-documents.ts'
import { useConnection, useEventLog } from './live.tsx'

/** Milliseconds from an event to the first read, and between two reads. A burst of events is one read. */
const DELAY_MS = 100
const INTERVAL_MS = 2_000

type Rereads = {
  /** Reads again. The same function in each render. */
  read: () => void
  /** Whether an event may change what is read. */
  changesWith: (type: LiveEvent['type']) => boolean
  /** Minimum milliseconds between two reads. Default two seconds. */
  intervalMs?: number | undefined
  /** Milliseconds after which it is read without an event. */
  everyMs?: number | undefined
}

/**
 * Reads again after the events that may change the result. A hidden tab reads when it is shown again, and nothing is
 * read after the end of the session.
 */
export function useRereads({ read, changesWith, intervalMs = INTERVAL_MS, everyMs }: Rereads): void {
  const log = useEventLog()
  const isOver = useConnection() === 'over'
  useEffect(() => {
    if (isOver) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAt = -Infinity
    let isDue = false
    const plan = () => {
      if (timer !== undefined) return
      isDue = document.hidden
      if (isDue) return
      const delay = Math.max(DELAY_MS, lastAt + intervalMs - performance.now())
      timer = setTimeout(() => {
        timer = undefined
        lastAt = performance.now()
        read()
      }, delay)
    }
    const unsubscribe = log.subscribe((event) => {
      if (!event || changesWith(event.type)) plan()
    })
    const onShow = () => void (isDue && !document.hidden && plan())
    const clock = everyMs === undefined ? undefined : setInterval(plan, everyMs)
    document.addEventListener('visibilitychange', onShow)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', onShow)
      clearTimeout(timer)
      clearInterval(clock)
    }
  }, [log, isOver, read, changesWith, intervalMs, everyMs])
}
