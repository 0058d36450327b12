import type { Db } from '../db/database.ts'
import type { Notifications } from '../db/notifications.ts'
import type { Logger } from '../lib/log/logger.ts'
import { loop } from '../lib/concurrency/loop.ts'
import { compareCursors, type Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { endOfLog } from './event-log.ts'
import { createLogReader } from './log-reader.ts'

type FeedOptions = {
  db: Db
  signals: Notifications
  log: Logger
  /** Poll interval in milliseconds. Default 200. A notification ends the wait. */
  pollMs?: number | undefined
}

/** The growing event log, read once per process for all subscribers. */
export type Feed = {
  /** Position of the feed. A listener added now receives every event after it once, in order. */
  reached(): Cursor
  /**
   * Passes each later event of an organization to `hear`. Returns a function that unsubscribes. `hear` must
   * return at once and not throw.
   */
  subscribe(organizationId: number, listener: (event: EventRow) => void): () => void
  /** The current end of the log. A listener added before this call receives all events after it. */
  endOfFeed(): Promise<Cursor>
  close(): Promise<void>
}

const BATCH = 500
const POLL_MS = 200
/** Poll interval in milliseconds while a running transaction blocks events. */
const HELD_MS = 5
const FAILED_MS = 500

/** Starts reading the log from its current end. Without subscribers, only the cursor advances. */
export async function createFeed({ db, signals, log, pollMs = POLL_MS }: FeedOptions): Promise<Feed> {
  const listeners = createListeners()
  let cursor = await endOfLog(db)
  let reachedAt: Date | undefined
  const readLog = createLogReader(db, BATCH)
  /** Reads once and returns the delay before the next read, in milliseconds. */
  const round = async (): Promise<number> => {
    if (listeners.isEmpty()) {
      const endOfFeed = await endOfLog(db)
      // A listener may have been added at the former cursor during the read.
      if (listeners.isEmpty() && compareCursors(endOfFeed, cursor) > 0) cursor = endOfFeed
      return pollMs
    }
    const read = await readLog({ after: cursor, reachedAt })
    cursor = read.reachedPosition
    reachedAt = read.events.at(-1)?.createdAt ?? reachedAt
    read.events.forEach(listeners.dispatch)
    return read.more ? 0 : read.blocked ? HELD_MS : pollMs
  }
  const reading = loop({ name: 'reading the event log', log, round, failedMs: FAILED_MS })
  const stopListening = signals.on('events', reading.wake)
  return {
    reached: () => cursor,
    subscribe: listeners.add,
    endOfFeed: () => endOfLog(db),
    async close() {
      stopListening()
      await reading.stop()
    },
  }
}

type Listener = (event: EventRow) => void

/** Creates the set of the listeners of each organization. */
function createListeners() {
  const listeners = new Map<number, Set<Listener>>()
  return {
    isEmpty: () => listeners.size === 0,
    /** Passes an event to the listeners of its organization. */
    dispatch: (event: EventRow) =>
      listeners.get(event.organizationId)?.forEach((listener) => listener(event)),
    /** Adds a listener and returns a function that removes it. */
    add(this: void, organizationId: number, listener: Listener) {
      const all = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(organizationId)
      }
    },
  }
}
