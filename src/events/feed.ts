import type { Db } from '../db/database.ts'
import type { Notifications } from '../db/notifications.ts'
import type { Logger } from '../lib/logger.ts'
import { loop } from '../lib/loop.ts'
import { compareCursors, type Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { endOfLog, readEvents } from './event-log.ts'

export type FeedOptions = { db: Db; signals: Notifications; log: Logger }

/** The log as it grows, read once in each process for all who follow it. */
export type Feed = {
  /** How far the feed has come: whoever follows now hears of every event after this, in order, each once. */
  reached(): Cursor
  /** Hears each later event of an organization; returns what ends it. `hear` must return at once and not throw. */
  subscribe(organizationId: number, listener: (event: EventRow) => void): () => void
  /** The end of the log at this moment: with `follow` before it, everything stored later is heard. */
  endOfFeed(): Promise<Cursor>
  close(): Promise<void>
}

const BATCH = 500
/** Rest when nothing is told; a signal ends it. */
const POLL_MS = 200
/** Rest while a running transaction holds events back. */
const HELD_MS = 5
const FAILED_MS = 500

/** Starts to read the log from its present end. While nobody follows, it only keeps up with the end. */
export async function createFeed({ db, signals, log }: FeedOptions): Promise<Feed> {
  const listeners = new Map<number, Set<(event: EventRow) => void>>()
  let cursor = await endOfLog(db)
  let reachedAt: Date | undefined

  const hand = (event: EventRow) =>
    listeners.get(event.organizationId)?.forEach((listener) => listener(event))
  /** Reads once; returns how long to rest. */
  const round = async (): Promise<number> => {
    if (listeners.size === 0) {
      const endOfFeed = await endOfLog(db)
      // Somebody may have begun to follow meanwhile, from where the cursor stood.
      if (listeners.size === 0 && compareCursors(endOfFeed, cursor) > 0) cursor = endOfFeed
      return POLL_MS
    }
    const read = await readEvents(db, { after: cursor, limit: BATCH, reachedAt })
    cursor = read.reachedPosition
    reachedAt = read.events.at(-1)?.createdAt ?? reachedAt
    read.events.forEach(hand)
    return read.more ? 0 : read.blocked ? HELD_MS : POLL_MS
  }
  const reading = loop({ name: 'reading the event log', log, round, failedMs: FAILED_MS })
  const stopListening = signals.on('events', reading.wake)
  return {
    reached: () => cursor,
    subscribe(organizationId, listener) {
      const all = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(organizationId)
      }
    },
    endOfFeed: () => endOfLog(db),
    async close() {
      stopListening()
      await reading.stop()
    },
  }
}
