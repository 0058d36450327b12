import { useCallback, useEffect, useState } from 'react'
import { useClient, type Client, type CombinedError } from 'urql'
import { isTemporary } from '../../live/is-temporary.ts'
import { useEventLog, useNewestEvents } from '../../live/live.tsx'
import { EVENT_PAGE, EVENT_TAIL, type LogEvent } from './event-log-documents.ts'
import type { EventFilter } from './subscription-text.ts'

/** Number of events of a page, and maximum number of events in memory. */
const PAGE = 50
const MAX_EVENTS = 500
const RESTART_MS = 5_000
const FROM_SERVER = { requestPolicy: 'network-only' } as const

type Tail = {
  /** Newest first. Null until they are read. */
  events: readonly LogEvent[] | null
  hasOlder: boolean
  /** Whether older events could not be read. */
  hasFailed: boolean
  error: CombinedError | null
}

const UNREAD: Tail = { events: null, hasOlder: false, hasFailed: false, error: null }

/**
 * Reads the events that a filter selects, and follows them. It starts at the end of the log that the shell has read,
 * so that no event is between the two, and an event that both have is shown once.
 */
export function useEventTail(filter: EventFilter) {
  const client = useClient()
  const log = useEventLog()
  // An empty log has no end to start at. Its first event starts this again.
  const hasEvents = (useNewestEvents()?.length ?? 0) > 0
  const [tail, setTail] = useState(UNREAD)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify(filter)
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const stop = followTail({
      client,
      filter: JSON.parse(key) as EventFilter,
      after: log.newest()?.[0]?.id ?? null,
      setTail,
      restart: () => {
        later = setTimeout(() => setAttempt((before) => before + 1), RESTART_MS)
      },
    })
    return () => {
      stop()
      clearTimeout(later)
    }
  }, [client, log, key, hasEvents, attempt])
  const loadOlder = useOlder(key, tail, setTail)
  return { ...tail, loadOlder }
}

/** Returns a function that reads the page before the oldest event. */
function useOlder(key: string, tail: Tail, setTail: (change: (present: Tail) => Tail) => void) {
  const client = useClient()
  return useCallback(async () => {
    const before = tail.events?.at(-1)?.id
    if (before === undefined) return
    const { data } = await readPage(client, JSON.parse(key) as EventFilter, before)
    setTail((present) => (data ? withOlder(present, data.events) : { ...present, hasFailed: true }))
  }, [client, key, tail.events, setTail])
}

/** Reads the events before one, or the newest. */
const readPage = (client: Client, filter: EventFilter, before?: string) =>
  client
    .query(EVENT_PAGE, { filter, last: PAGE, ...(before !== undefined && { before }) }, FROM_SERVER)
    .toPromise()

type Following = {
  client: Client
  filter: EventFilter
  /** Last event of the log. Null if it is empty. */
  after: string | null
  setTail: (next: (before: Tail) => Tail) => void
  /** Called after an error that a retry may end. */
  restart: () => void
}

/** Reads the newest page, and adds the events that follow. Returns a function that ends both. */
function followTail({ client, filter, after, setTail, restart }: Following): () => void {
  let isEnded = false
  void readPage(client, filter).then(({ data, error }) => {
    if (isEnded) return
    if (data) setTail((before) => ({ ...merged(before, data.events), error: null }))
    else setTail(() => ({ ...UNREAD, error: error ?? null }))
    if (error && isTemporary(error)) restart()
  })
  setTail(() => UNREAD)
  const following =
    after !== null &&
    client.subscription(EVENT_TAIL, { filter, after }).subscribe(({ data, error }) => {
      if (error) return void (isTemporary(error) && restart())
      if (data) setTail((before) => withNewer(before, data.events))
    })
  return () => {
    isEnded = true
    if (following) following.unsubscribe()
  }
}

type Page = { nodes: LogEvent[]; pageInfo: { hasPreviousPage: boolean } }

/** Returns the first page, with the events that have arrived while it was read. */
function merged({ events }: Tail, { nodes, pageInfo }: Page) {
  const ids = new Set(nodes.map(({ id }) => id))
  const newer = (events ?? []).filter(({ id }) => !ids.has(id))
  return {
    events: [...newer, ...nodes.toReversed()],
    hasOlder: pageInfo.hasPreviousPage,
    hasFailed: false,
  }
}

function withNewer(tail: Tail, event: LogEvent): Tail {
  const events = tail.events ?? []
  if (events.some(({ id }) => id === event.id)) return tail
  return {
    ...tail,
    // Older events that the reader has loaded stay.
    events: [event, ...events].slice(0, Math.max(MAX_EVENTS, events.length)),
    hasOlder: tail.hasOlder || events.length >= MAX_EVENTS,
  }
}

function withOlder(tail: Tail, { nodes, pageInfo }: Page): Tail {
  const events = tail.events ?? []
  const ids = new Set(events.map(({ id }) => id))
  const older = nodes.filter(({ id }) => !ids.has(id)).toReversed()
  return {
    ...tail,
    events: [...events, ...older],
    hasOlder: pageInfo.hasPreviousPage,
    hasFailed: false,
  }
}
