import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Notifications } from '../db/history/notifications.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import { loop } from '../lib/concurrency/loop.ts'
import type { Logger } from '../lib/log/logger.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { FollowedLog } from './followed-log.ts'

type FeedOptions = {
  db: Db
  notifications: Notifications
  log: Logger
  /** Poll interval in milliseconds while organizations are followed. Default 200. */
  pollMs?: number | undefined
}

/** The growing logs of the followed organizations, each read once per process for all its subscribers. */
export type Feed = {
  /**
   * Position of an organization's feed. A listener added now receives every event after it once, in order. Null
   * for an organization that is not followed.
   */
  position(organizationId: number): Cursor | null
  /**
   * Passes each later event of an organization to `listener`: those after `position`, or those after `start` if the
   * organization is not followed. Returns a function that unsubscribes. `listener` must return at once and not throw.
   */
  subscribe(organizationId: number, listener: (event: EventRow) => void, start: Cursor): () => void
  close(): Promise<void>
}

const POLL_MS = 200
const FAILED_MS = 500
/** Maximum number of organizations whose events are read at a time. */
const AT_ONCE = 4

/** Creates a feed without followed organizations. */
export function createFeed({ db, notifications, log, pollMs = POLL_MS }: FeedOptions): Feed {
  const followed = new Map<number, FollowedLog>()
  const tools = { db, log, reads: new FairQueue(limits({ most: AT_ONCE, mostOfKey: 1 })) }
  // A read is not part of the request that subscribes.
  const outside = AsyncLocalStorage.snapshot()
  const poll = async () => {
    if (followed.size > 0) await wakeChanged(db, followed)
    return pollMs
  }
  const polling = loop({ name: 'polling the event log', log, round: poll, failedMs: FAILED_MS })
  const stopListening = notifications.on('events', (organizationId) => {
    if (organizationId === null) for (const each of followed.values()) each.wake()
    else followed.get(organizationId)?.wake()
  })
  return {
    position: (organizationId) => followed.get(organizationId)?.position() ?? null,
    subscribe(organizationId, listener, start) {
      const existing = followed.get(organizationId)
      const entry = existing ?? new FollowedLog(tools, organizationId, start)
      followed.set(organizationId, entry)
      const end = entry.add(listener, () => {
        if (followed.get(organizationId) === entry) followed.delete(organizationId)
      })
      // Events may have been numbered since `start` was read.
      if (!existing) outside(() => entry.wake())
      return end
    },
    async close() {
      stopListening()
      await polling.stop()
      await Promise.all([...followed.values()].map((each) => each.settled()))
    },
  }
}

/** Wakes the logs that have new events, whose notification may be lost. */
async function wakeChanged(db: Db, followed: Map<number, FollowedLog>): Promise<void> {
  const { rows } = await sql<{ id: number; last: number }>`select organization_id as id, last from event_heads
    where organization_id = any(${[...followed.keys()]}::int[])`.execute(db)
  for (const { id, last } of rows) followed.get(id)?.wake(last)
}
