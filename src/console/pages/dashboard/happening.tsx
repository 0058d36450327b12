import { PauseIcon, PlayIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import type { LiveEvent } from '../../live/event-documents.ts'
import { useNewestEvents } from '../../live/live.tsx'
import { isUpdateOfMerge } from '../../live/merges.ts'
import texts from '../../messages/en/events.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Clock } from '../../ui/clock.tsx'
import { Announcements } from './announcements.tsx'
import { eventLine } from './event-line.ts'
import styles from './happening.module.css'
import { Tile } from './tile.tsx'
import tile from './tile.module.css'

const t = messagesOf(texts)
const NONE: readonly LiveEvent[] = []

/**
 * The newest events as they happen. New rows wait while the list is paused, pointed at, focused or scrolled, so
 * that nothing moves away under a reader.
 */
export function Happening() {
  const events = useEvents()
  const [isPaused, setPaused] = useState(false)
  const [isRead, setRead] = useState(false)
  const { shown, held, showAll } = useHeldRows(events, isPaused || isRead)
  const toggle = (
    <Button look="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
      {isPaused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
      {t(isPaused ? 'resume' : 'pause')}
    </Button>
  )
  const holds = (list: HTMLElement) => list.scrollTop > 0 || list.matches(':hover, :has(:focus-visible)')
  return (
    <Tile title={t('title')} aside={toggle}>
      {events.length === 0 && <p className={tile.quiet}>{t('empty')}</p>}
      {held > 0 && (
        <Button className={styles.held} onClick={showAll}>
          {t('held', { count: held })}
        </Button>
      )}
      <ol
        className={styles.events}
        tabIndex={events.length > 0 ? 0 : undefined}
        aria-label={t('title')}
        onPointerEnter={() => setRead(true)}
        onPointerLeave={({ currentTarget }) => setRead(currentTarget.scrollTop > 0)}
        onScroll={({ currentTarget }) => setRead(holds(currentTarget))}
      >
        {shown.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ol>
      <Announcements newest={events[0]} />
    </Tile>
  )
}

/** The newest events. A merge is one of them. */
function useEvents(): readonly LiveEvent[] {
  const newest = useNewestEvents() ?? NONE
  return useMemo(
    () => newest.filter((event) => event.__typename !== 'PostEvent' || !isUpdateOfMerge(event)),
    [newest],
  )
}

/** The events as they were when the list was held, and the number of those since then. */
function useHeldRows(events: readonly LiveEvent[], isHeld: boolean) {
  const [shown, setShown] = useState(events)
  if (!isHeld && shown !== events) setShown(events)
  const newer = shown[0] ? events.indexOf(shown[0]) : events.length
  return { shown, held: newer < 0 ? events.length : newer, showAll: () => setShown(events) }
}

function Row({ event }: { event: LiveEvent }) {
  const { act, subject, more, actor } = eventLine(event)
  return (
    <li>
      <Clock at={event.createdAt} isShort />
      <span className={styles.act}>{act}</span>
      <span className={styles.subject} title={subject} dir="auto">
        {subject}
      </span>
      <span className={styles.more}>{[more, actor].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
