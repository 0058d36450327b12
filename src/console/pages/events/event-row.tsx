import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useId } from 'react'
import { LOCALE } from '../../messages.ts'
import { eventLine } from '../dashboard/event-line.ts'
import { actorName } from './actor-name.ts'
import { EventDetails } from './event-details.tsx'
import type { LogEvent } from './event-log-documents.ts'
import styles from './event-log.module.css'
import type { EventChange } from './event-search.ts'

const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' })

type EventRowProps = { event: LogEvent; isOpen: boolean; onChange: (changed: EventChange) => void }

/** One line for an event. A press opens its details below it. */
export function EventRow({ event, isOpen, onChange }: EventRowProps) {
  const details = useId()
  const { act, subject, more } = eventLine(event)
  const at = new Date(event.createdAt)
  const isToday = at.toDateString() === new Date().toDateString()
  const toggle = () => onChange({ event: isOpen ? undefined : event.id })
  return (
    <li data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={toggle}
      >
        {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        <time dateTime={event.createdAt} title={EXACT.format(at)}>
          {!isToday && `${DAY.format(at)} `}
          {CLOCK.format(at)}
        </time>
        <span className={styles.act}>{act}</span>
        <span className={styles.subject}>{subject}</span>
        <span className={styles.more}>{more}</span>
        <span className={styles.actor}>{event.actor && actorName(event.actor)}</span>
      </button>
      {isOpen && (
        <div id={details}>
          <EventDetails event={event} onChange={onChange} />
        </div>
      )}
    </li>
  )
}
