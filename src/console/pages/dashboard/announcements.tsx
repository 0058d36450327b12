import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '../../live/event-documents.ts'
import texts from '../../messages/en/events.json'
import { messagesOf } from '../../messages.ts'
import { eventLine } from './event-line.ts'

const t = messagesOf(texts)
const INTERVAL_MS = 5_000

/** Announces the newest event to screen readers, at most one in five seconds, and none that was there before. */
export function Announcements({ newest }: { newest: LiveEvent | undefined }) {
  const [before] = useState(newest)
  const [announced, setAnnounced] = useState(newest)
  const lastAt = useRef(0)
  useEffect(() => {
    if (!newest || newest === announced) return
    const wait = Math.max(0, lastAt.current + INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      lastAt.current = performance.now()
      setAnnounced(newest)
    }, wait)
    return () => clearTimeout(timer)
  }, [newest, announced])
  return (
    <p className="hidden" aria-live="polite">
      {announced && announced !== before && words(announced)}
    </p>
  )
}

function words(event: LiveEvent): string {
  const { act, subject } = eventLine(event)
  return t('announcement', { act, subject })
}
