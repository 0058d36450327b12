import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { failurePeriod } from '../lib/failure-period.ts'
import type { Logger } from '../lib/logger.ts'
import type { Db } from './database.ts'
import { destroyConnection, within } from './deadline.ts'

/** What processes tell one another: that there is something new to read. */
export type Channel = 'events' | 'deliveries' | 'attempts'

export type Notifications = {
  /** Hears the signals of every process, this one included; returns what ends it. Some are lost with a connection, so poll as well. */
  on(notify: Channel, listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'echolog'
const RETRY_DELAY_MS = 500
const CLOSE_MS = 1_000
const ALIVE_MS = 10_000
/** How long the server may take to answer on the connection that listens, in milliseconds. */
const ANSWER_MS = 5_000
/** Least time between two signals of one process: what comes meanwhile is told together. */
const APART_MS = 5

type Sender = { waiting: Set<Channel>; sending: boolean }
const senders = new WeakMap<Db, Sender>()

/**
 * Tells every process that listens. To be called after the commit and outside of any transaction: a NOTIFY inside one
 * would make all commits wait for one another. What is asked for while one is under way goes with the next one.
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
    // Whoever waits for it polls.
    sender.waiting.clear()
  } finally {
    sender.sending = false
  }
}

/**
 * Listens on a connection of its own, which is opened again whenever it is lost. Behind a pooler that hands a
 * connection from one to the next nothing may arrive; what depends on signals only becomes slower by that, unless
 * `directUrl` leads to the same database without one.
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
      // What was told meanwhile was missed.
      .then(() => {
        listening?.worked()
        ;[...listeners.keys()].forEach(dispatch)
      })
      .catch((error: unknown) => lose(next, error))
    // A connection can be dead without either side noticing. The text distinguishes it in the server's list of sessions.
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
