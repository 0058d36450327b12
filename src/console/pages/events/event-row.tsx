import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useId } from 'react'
import { Clock } from '../../ui/clock.tsx'
import { eventLine } from '../dashboard/event-line.ts'
import { actorName } from './actor-name.ts'
import { EventDetails } from './event-details.tsx'
import type { LogEvent } from './event-log-documents.ts'
import styles from './event-log.module.css'
import type { EventChange } from './event-search.ts'

type EventRowProps = { event: LogEvent; isOpen: boolean; onChange: (changed: EventChange) => void }

/** One line for an event. A press opens its details below it. */
export function EventRow({ event, isOpen, onChange }: EventRowProps) {
  const details = useId()
  const { act, subject, more } = eventLine(event)
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
        <Clock at={event.createdAt} />
        <span className={styles.act}>{act}</span>
        <span className={styles.subject} dir="auto">
          {subject}
        </span>
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
