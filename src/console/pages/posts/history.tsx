import { useMemo, useState } from 'react'
import { isUpdateOfMerge } from '../../live/merges.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useNames } from '../../live/use-names.ts'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { changesInWords, postsIn } from './change-words.ts'
import { POST_HISTORY, type HistoryEvent } from './people-documents.ts'
import styles from './people.module.css'

const t = messagesOf(texts)
const events = messagesOf(eventTexts)
const ACTS = /^(VOTE|COMMENT|POST)_/
const changesHistory = (type: string) => ACTS.test(type)
const FEW = 30
const MANY = 100

/** Events of a post in the log, newest first, with their actors. */
export function History({ id }: { id: string }) {
  const [last, setLast] = useState(FEW)
  const variables = useMemo(() => ({ id, last }), [id, last])
  const { data, error, fetching } = useLiveQuery({
    query: POST_HISTORY,
    variables,
    changesWith: changesHistory,
  })
  const log = data?.post?.events
  const listed = (log?.nodes ?? []).filter((event) => !isUpdateOfMerge(event)).toReversed()
  const names = useNames(listed.flatMap(({ changes }) => postsIn(changes)))
  if (!log) return error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={4} />
  if (listed.length === 0) return <p className={styles.quiet}>{t('noHistory')}</p>
  return (
    <div className={styles.part}>
      <ol aria-label={t('part.history')}>
        {listed.map((event) => (
          <Line key={event.id} event={event} names={names} />
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

/** Returns the person, and the app that has acted for them, such as an agent. */
function actorInWords({ kind, user, install }: NonNullable<HistoryEvent['actor']>): string {
  if (user && install) return events('by.for', { app: install.app.name, name: user.name })
  return user ? events('by', { name: user.name }) : events(`by.${kind}`)
}

type LineProps = { event: HistoryEvent; names: ReadonlyMap<string, string> }

function Line({ event, names }: LineProps) {
  const { actor, changes } = event
  return (
    <li className={styles.event}>
      <span>
        <b>{events(event.type)}</b> {actor && <small>{actorInWords(actor)}</small>}
      </span>
      <Time at={event.createdAt} />
      {changes.length > 0 && (
        <ul>
          {changesInWords(changes, names).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
