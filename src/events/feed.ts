import type { Db } from '../db/database.ts'
import type { Signals } from '../db/notifications.ts'
import type { Logger } from '../lib/logger.ts'
import { loop } from '../lib/loop.ts'
import { compareCursors, type Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { presentCursor, readEvents } from './event-log.ts'

export type FeedOptions = { db: Db; signals: Signals; log: Logger }

/** The log as it grows, read once in each process for all who follow it. */
export type Feed = {
  /** How far the feed has come: whoever follows now hears of every event after this, in order, each once. */
  reached(): Cursor
  /** Hears each later event of an organization; returns what ends it. `hear` must return at once and not throw. */
  follow(organizationId: number, hear: (event: EventRow) => void): () => void
  /** The end of the log at this moment: with `follow` before it, everything stored later is heard. */
  present(): Promise<Cursor>
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
  const followers = new Map<number, Set<(event: EventRow) => void>>()
  let cursor = await presentCursor(db)
  let reachedAt: Date | undefined

  const hand = (event: EventRow) => followers.get(event.organizationId)?.forEach((hear) => hear(event))
  /** Reads once; returns how long to rest. */
  const round = async (): Promise<number> => {
    if (followers.size === 0) {
      const present = await presentCursor(db)
      // Somebody may have begun to follow meanwhile, from where the cursor stood.
      if (followers.size === 0 && compareCursors(present, cursor) > 0) cursor = present
      return POLL_MS
    }
    const read = await readEvents(db, { after: cursor, limit: BATCH, reachedAt })
    cursor = read.reached
    reachedAt = read.events.at(-1)?.createdAt ?? reachedAt
    read.events.forEach(hand)
    return read.more ? 0 : read.unsettled ? HELD_MS : POLL_MS
  }
  const reading = loop({ name: 'reading the event log', log, round, failedMs: FAILED_MS })
  const stopHearing = signals.on('events', reading.wake)
  return {
    reached: () => cursor,
    follow(organizationId, hear) {
      const all = followers.get(organizationId) ?? new Set()
      followers.set(organizationId, all.add(hear))
      return () => {
        all.delete(hear)
        if (all.size === 0) followers.delete(organizationId)
      }
    },
    present: () => presentCursor(db),
    async close() {
      stopHearing()
      await reading.stop()
    },
  }
}
