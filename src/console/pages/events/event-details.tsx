import texts from '../../messages/en/event-log.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Diff } from '../../ui/diff.tsx'
import { actorName } from './actor-name.ts'
import styles from './event-details.module.css'
import type { LogEvent } from './event-log-documents.ts'
import type { EventChange } from './event-search.ts'

const t = messagesOf(texts)
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' })

type EventDetailsProps = { event: LogEvent; onChange: (changed: EventChange) => void }

/** Everything about an event: its id, its actor and what changed. */
export function EventDetails({ event, onChange }: EventDetailsProps) {
  const { id, type, actor, changes, createdAt } = event
  const actorId = actor?.actorId
  return (
    <div className={styles.details}>
      <dl>
        <dt>{t('id')}</dt>
        <dd>
          <Copy value={id} name={t('id')} withValue /> <code>{type}</code>
        </dd>
        <dt>{t('at')}</dt>
        <dd>
          <time dateTime={createdAt}>{EXACT.format(new Date(createdAt))}</time>
        </dd>
        {actor && (
          <>
            <dt>{t('by')}</dt>
            <dd>
              {actorName(actor)}
              {actorId && <code>{actorId}</code>}
            </dd>
          </>
        )}
      </dl>
      {changes.length > 0 ? <Diff changes={changes} /> : <p>{t('noChanges')}</p>}
      <p className={styles.actions}>
        <Button onClick={() => onChange({ types: type })}>{t('onlyType')}</Button>
        {actorId && <Button onClick={() => onChange({ actor: actorId })}>{t('onlyActor')}</Button>}
      </p>
    </div>
  )
}
