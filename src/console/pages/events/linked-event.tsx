import { useQuery } from 'urql'
import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { eventLine } from '../dashboard/event-line.ts'
import { EventDetails } from './event-details.tsx'
import { ONE_EVENT } from './event-log-documents.ts'
import styles from './event-log.module.css'
import type { EventChange } from './event-search.ts'

const t = messagesOf(texts)

type LinkedEventProps = { id: string; onChange: (changed: EventChange) => void }

/** The event of an address that is not in the list, such as an old one. */
export function LinkedEvent({ id, onChange }: LinkedEventProps) {
  const [{ data, fetching }] = useQuery({ query: ONE_EVENT, variables: { id } })
  if (!data && fetching) return null
  const event = data?.node && 'changes' in data.node ? data.node : null
  const line = event && eventLine(event)
  return (
    <section className={styles.linked} aria-label={t('linked')}>
      <header>
        <h2>{line ? `${line.act}: ${line.subject}` : t('goneTitle')}</h2>
        <Button look="quiet" onClick={() => onChange({ event: undefined })}>
          {t('close')}
        </Button>
      </header>
      {event ? <EventDetails event={event} onChange={onChange} /> : <p className={styles.end}>{t('gone')}</p>}
    </section>
  )
}
