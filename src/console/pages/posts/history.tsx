import { useMemo, useState } from 'react'
import { useLiveQuery } from '../../live/use-live-query.ts'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { POST_HISTORY, type HistoryEvent } from './people-documents.ts'
import styles from './people.module.css'

const t = messagesOf(texts)
const events = messagesOf(eventTexts)
const ACTS = /^(VOTE|COMMENT|POST)_/
const changesHistory = (type: string) => ACTS.test(type)
const FEW = 30
const MANY = 100
const MAX_TEXT = 80

/** Events of a post in the last 30 days, newest first, with their actors. */
export function History({ id }: { id: string }) {
  const [last, setLast] = useState(FEW)
  const variables = useMemo(() => ({ id, last }), [id, last])
  const { data, error, fetching } = useLiveQuery({
    query: POST_HISTORY,
    variables,
    changesWith: changesHistory,
  })
  const log = data?.post?.events
  if (!log) return error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={4} />
  if (log.nodes.length === 0) return <p className={styles.quiet}>{t('noHistory')}</p>
  return (
    <div className={styles.part}>
      <ol aria-label={t('part.history')}>
        {log.nodes.toReversed().map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </ol>
      <LoadMore
        hasMore={log.pageInfo.hasPreviousPage && last < MANY}
        isLoading={fetching}
        hasFailed={error !== undefined}
        loadMore={() => setLast(MANY)}
      />
    </div>
  )
}

function Line({ event }: { event: HistoryEvent }) {
  const { actor, changes } = event
  return (
    <li className={styles.event}>
      <span>
        <b>{events(event.type)}</b>{' '}
        {actor && (
          <small>{actor.user ? events('by', { name: actor.user.name }) : events(`by.${actor.kind}`)}</small>
        )}
      </span>
      <Time at={event.createdAt} />
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {fieldName(field)}: {wordsOf(from)} → {wordsOf(to)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Name of a field in words, such as "Approval status". */
function fieldName(field: string): string {
  if (field in FIELDS) return FIELDS[field] ?? field
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const FIELDS: Record<string, string> = { bucket: t('board'), bucketId: t('board') }

/** A value of any form as a short text. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('none')
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(wordsOf).join(', ')
  if (typeof value === 'object' && 'label' in value) return wordsOf(value.label)
  if (typeof value === 'object' && 'name' in value) return wordsOf(value.name)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
