import { PauseIcon, PlayIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CombinedError } from 'urql'
import { PageHead } from '../../app/page-head.tsx'
import { isTemporary } from '../../live/is-temporary.ts'
import { isMerge, isUpdateOfMerge } from '../../live/merges.ts'
import texts from '../../messages/en/event-log.json'
import uiTexts from '../../messages/en/ui.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Copying } from './copy-subscription.tsx'
import type { LogEvent } from './event-log-documents.ts'
import { EventFilters } from './event-filters.tsx'
import styles from './event-log.module.css'
import { EventRow } from './event-row.tsx'
import type { EventChange, EventSearch } from './event-search.ts'
import { typesOf } from './event-types.ts'
import { LinkedEvent } from './linked-event.tsx'
import { startOf } from './periods.ts'
import type { EventFilter } from './subscription-text.ts'
import { useEventTail } from './use-event-tail.ts'

const t = messagesOf(texts)
const ui = messagesOf(uiTexts)
const NONE: readonly LogEvent[] = []

/** Log of all events with its filter in the address. New events arrive at the top. */
export function EventLogPage() {
  const search = useSearch({ from: '/$organization/developers/events' })
  const navigate = useNavigate({ from: '/$organization/developers/events' })
  const filter = useFilter(search)
  const { all, events, error, loadOlder, ...older } = useListed(filter, search.types)
  const [isPaused, setPaused] = useState(false)
  const [isRead, setRead] = useState(false)
  const { shown, held, showAll } = useHeld(
    events ?? NONE,
    isPaused || isRead || search.event !== undefined,
    JSON.stringify(filter),
  )
  const change = (changed: EventChange) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }) as EventSearch,
      replace: 'event' in changed,
    })
  const isFiltered = Boolean(search.types ?? search.subject ?? search.actor ?? search.since)
  const isListed = events?.some(({ id }) => id === search.event)
  return (
    <>
      <PageHead title={t('title')}>
        <Pause isPaused={isPaused} onChange={setPaused} />
      </PageHead>
      <div className={styles.bar}>
        <EventFilters search={search} onChange={change} isFiltered={isFiltered} />
        <Copying filter={filter} after={all?.[0]?.id} />
      </div>
      {error && <Problem error={error} />}
      {!events && !error && <Skeleton rows={12} />}
      {search.event !== undefined && events && !isListed && (
        <LinkedEvent id={search.event} onChange={change} />
      )}
      <Held count={held} onShow={showAll} />
      {events?.length === 0 && <Nothing isFiltered={isFiltered} />}
      <Rows events={shown} open={search.event} onRead={setRead} onChange={change} />
      {events && events.length > 0 && <End {...older} onMore={() => void loadOlder()} />}
    </>
  )
}

function Pause({ isPaused, onChange }: { isPaused: boolean; onChange: (isPaused: boolean) => void }) {
  return (
    <Button look="quiet" aria-pressed={isPaused} onClick={() => onChange(!isPaused)}>
      {isPaused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
      {t(isPaused ? 'resume' : 'pause')}
    </Button>
  )
}

function Held({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <Button className={styles.held} onClick={onShow}>
      {t('held', { count })}
    </Button>
  )
}

type EndProps = { hasOlder: boolean; hasFailed: boolean; onMore: () => void }

function End({ hasOlder, hasFailed, onMore }: EndProps) {
  if (!hasOlder) return <p className={styles.end}>{t('oldest')}</p>
  return (
    <>
      {hasFailed && <p role="alert">{ui('moreFailed')}</p>}
      <Button className={styles.older} onClick={onMore}>
        {t('older')}
      </Button>
    </>
  )
}

type RowsProps = {
  events: readonly LogEvent[]
  open: string | undefined
  onRead: (isRead: boolean) => void
  onChange: (changed: EventChange) => void
}

function Rows({ events, open, onRead, onChange }: RowsProps) {
  return (
    <ol
      className={styles.events}
      aria-label={t('list')}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onRead(true)}
      onPointerLeave={() => onRead(false)}
    >
      {events.map((event) => (
        <EventRow key={event.id} event={event} isOpen={event.id === open} onChange={onChange} />
      ))}
    </ol>
  )
}

/** The events of a filter, and those that are listed. */
function useListed(filter: EventFilter, types: string | undefined) {
  const { events: all, ...rest } = useEventTail(filter)
  return { ...rest, all, events: useMemo(() => all && listed(all, types), [all, types]) }
}

/** Returns the events with a merge as one of them. A filter of updates alone lists that of the post instead. */
function listed(events: readonly LogEvent[], types: string | undefined): readonly LogEvent[] {
  const withUpdates = types !== undefined && !typesOf(types).some(isMerge)
  return withUpdates ? events : events.filter((event) => !isUpdateOfMerge(event))
}

/** The filter of the operations. A period starts when it is chosen. */
function useFilter({ types, subject, actor, since }: EventSearch): EventFilter {
  return useMemo(() => {
    const from = startOf(since)
    return {
      ...(types && { types: typesOf(types) }),
      ...(subject && { subjectId: subject }),
      ...(actor && { actorId: actor }),
      ...(from && { from }),
    }
  }, [types, subject, actor, since])
}

/** The events without those that have arrived since the list was held, and the number of those. */
function useHeld(events: readonly LogEvent[], isHeld: boolean, key: string) {
  const [first, setFirst] = useState<{ id: string | undefined; key: string } | null>(null)
  // Another filter is another list. An empty one holds nothing back.
  const isValid = first !== null && first.key === key && isHeld
  if (isHeld && !isValid && events.length > 0) setFirst({ id: events[0]?.id, key })
  if (!isHeld && first) setFirst(null)
  const held = isValid
    ? Math.max(
        0,
        events.findIndex(({ id }) => id === first.id),
      )
    : 0
  return { shown: events.slice(held), held, showAll: () => setFirst({ id: events[0]?.id, key }) }
}

function Problem({ error }: { error: CombinedError }) {
  const message = error.graphQLErrors[0]?.message
  return (
    <p role="alert" className={styles.problem}>
      {message === undefined || isTemporary(error) ? t('failed') : t('refused', { message })}
    </p>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title={t('emptyFilterTitle')} text={t('emptyFilter')} />
  ) : (
    <Empty title={t('emptyTitle')} text={t('empty')} />
  )
}
