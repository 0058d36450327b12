import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { failurePeriod } from '../lib/concurrency/failure-period.ts'
import type { Logger } from '../lib/log/logger.ts'
import type { Db } from './database.ts'
import { destroyConnection, within } from './deadline.ts'

/** Notification between processes that new rows can be read. */
export type Channel = 'events' | 'deliveries' | 'attempts'

export type Notifications = {
  /**
   * Subscribes to the notifications of all processes, including this one. Returns a function that
   * unsubscribes. Notifications can be lost with a connection, so poll as well.
   */
  on(notify: Channel, listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'echolog'
const RETRY_DELAY_MS = 500
const CLOSE_MS = 1_000
const ALIVE_MS = 10_000
/** Response deadline of the server on the listening connection, in milliseconds. */
const ANSWER_MS = 5_000
/**
 * Minimum interval between two notifications of one process, in milliseconds. Notifications within it are
 * combined.
 */
const APART_MS = 5

type Sender = { waiting: Set<Channel>; sending: boolean }
const senders = new WeakMap<Db, Sender>()

/**
 * Notifies every listening process. Call it after the commit and outside any transaction. A NOTIFY inside a
 * transaction would serialize all commits. Notifications requested during a send are combined into the next
 * one.
 */
export function notify(db: Db, what: Channel): void {
  const sender = senders.get(db) ?? { waiting: new Set(), sending: false }
  senders.set(db, sender)
  sender.waiting.add(what)
  if (!sender.sending) void send(db, sender)
}

async function send(db: Db, sender: Sender): Promise<void> {
  sender.sending = true
  try {
    while (sender.waiting.size > 0) {
      const payload = [...sender.waiting].join()
      sender.waiting.clear()
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
      await sleep(APART_MS)
    }
  } catch {
    // Listeners poll as well.
    sender.waiting.clear()
  } finally {
    sender.sending = false
  }
}

/**
 * Listens on a dedicated connection and reopens it when it is lost. Behind a pooler in transaction mode,
 * notifications may not arrive. Listeners are then limited to polling unless `directUrl` bypasses the pooler.
 */
export function createNotifications(
  pool: pg.Pool,
  { log, directUrl }: { log?: Logger | undefined; directUrl?: string | undefined } = {},
): Notifications {
  const listening = log && failurePeriod('listening for signals', log)
  const listeners = new Map<Channel, Set<() => void>>()
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let alive: NodeJS.Timeout | undefined

  const dispatch = (what: Channel) => listeners.get(what)?.forEach((listener) => listener())
  const lose = (lost: pg.Client, error?: unknown) => {
    if (client !== lost) return
    listening?.failed(error ?? new Error('the connection was closed'))
    client = null
    clearInterval(alive)
    destroyConnection(lost)
    if (!closed) retry = setTimeout(open, RETRY_DELAY_MS)
  }
  const open = () => {
    const next = new pg.Client({
      ...pool.options,
      ...(directUrl !== undefined && { connectionString: directUrl }),
      connectionTimeoutMillis: ANSWER_MS,
    })
    client = next
    next.on('error', (error) => lose(next, error)).on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) =>
      payload.split(',').forEach((name) => dispatch(name as Channel)),
    )
    next
      .connect()
      .then(() => within(ANSWER_MS, next.query(`listen ${CHANNEL}`)))
      // Notifications sent before LISTEN were missed.
      .then(() => {
        listening?.worked()
        ;[...listeners.keys()].forEach(dispatch)
      })
      .catch((error: unknown) => lose(next, error))
    // Detects a dead connection. The text identifies the session in `pg_stat_activity`.
    alive = setInterval(
      () =>
        void within(ANSWER_MS, next.query(`select '${CHANNEL} listener'`)).catch((error: unknown) =>
          lose(next, error),
        ),
      ALIVE_MS,
    )
  }
  open()
  return {
    on(what, listener) {
      const all = listeners.get(what) ?? new Set()
      listeners.set(what, all.add(listener))
      return () => all.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(alive)
      const last = client
      client = null
      if (last) await within(CLOSE_MS, last.end()).catch(() => destroyConnection(last))
    },
  }
}
