import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { failurePeriod, type FailurePeriod } from '../../lib/concurrency/failure-period.ts'
import type { Logger } from '../../lib/log/logger.ts'
import type { Db } from '../database.ts'
import { destroyConnection, within } from '../deadline.ts'

/**
 * Subject of notifications: events that can be read, recorded events without a number, new items of bells, and others.
 */
type Topic = 'events' | 'recorded' | 'deliveries' | 'attempts' | 'statuses' | 'mails' | 'bell'

/**
 * Notification between processes that new rows can be read. `<topic>:<id>` is about one organization, and a topic
 * alone about any.
 */
export type Channel = Topic | `${Topic}:${number}`

/** Receives the organization, or null for any. */
type Listener = (organizationId: number | null) => void

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

/**
 * Maximum number of channels of one NOTIFY. A name has at most 20 bytes, and a payload must be shorter than 8000.
 */
const MAX_CHANNELS = 300

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
      const channels = namesOf(sender.waiting)
      sender.waiting.clear()
      await sql`select pg_notify(${CHANNEL}, ${channels.join()})`.execute(db)
      await sleep(APART_MS)
    }
  } catch {
    // Listeners poll as well.
    sender.waiting.clear()
  } finally {
    sender.sending = false
  }
}

/** Returns the names of a payload. When there are too many, each topic is named alone. */
function namesOf(channels: Set<Channel>): string[] {
  if (channels.size <= MAX_CHANNELS) return [...channels]
  return [...new Set([...channels].map(topicOf))]
}

const topicOf = (channel: string) => channel.replace(/:.*/, '')

/**
 * Listens on a dedicated connection and reopens it when it is lost. Behind a pooler in transaction mode,
 * notifications may not arrive. Listeners are then limited to polling unless `directUrl` bypasses the pooler.
 */
export class Notifications {
  readonly #options: pg.ClientConfig
  readonly #listening: FailurePeriod | undefined
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: pg.Client | null = null
  #isClosed = false
  #retry: NodeJS.Timeout | undefined
  #alive: NodeJS.Timeout | undefined

  constructor(
    pool: pg.Pool,
    { log, directUrl }: { log?: Logger | undefined; directUrl?: string | undefined } = {},
  ) {
    this.#options = {
      ...pool.options,
      ...(directUrl !== undefined && { connectionString: directUrl }),
      connectionTimeoutMillis: ANSWER_MS,
    }
    this.#listening = log && failurePeriod('listening for notifications', log)
    this.#open()
  }

  /**
   * Subscribes to the notifications of all processes, including this one. A topic alone subscribes to those of all
   * organizations. Returns a function that unsubscribes. Notifications can be lost with a connection, so poll as well.
   */
  on(channel: Channel, listener: Listener): () => void {
    const all = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.#listeners.get(channel) === all) this.#listeners.delete(channel)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#alive)
    const last = this.#client
    this.#client = null
    if (last) await within(CLOSE_MS, last.end()).catch(() => destroyConnection(last))
  }

  #open(): void {
    const client = new pg.Client(this.#options)
    this.#client = client
    const lose = (error?: unknown) => this.#lose(client, error)
    client.on('error', lose).on('end', () => lose())
    client.on('notification', ({ payload = '' }) =>
      payload.split(',').forEach((name) => this.#dispatch(name)),
    )
    client
      .connect()
      .then(() => within(ANSWER_MS, client.query(`listen ${CHANNEL}`)))
      .then(() => {
        this.#listening?.worked()
        // Notifications sent before LISTEN were missed.
        for (const topic of new Set([...this.#listeners.keys()].map(topicOf))) this.#dispatch(topic)
      })
      .catch(lose)
    // Detects a dead connection. The text identifies the session in `pg_stat_activity`.
    this.#alive = setInterval(
      () => void within(ANSWER_MS, client.query(`select '${CHANNEL} listener'`)).catch(lose),
      ALIVE_MS,
    )
  }

  #lose(lost: pg.Client, error: unknown): void {
    if (this.#client !== lost) return
    this.#listening?.failed(error ?? new Error('the connection was closed'))
    this.#client = null
    clearInterval(this.#alive)
    destroyConnection(lost)
    if (!this.#isClosed) this.#retry = setTimeout(() => this.#open(), RETRY_DELAY_MS)
  }

  #dispatch(name: string): void {
    const topic = topicOf(name)
    if (name !== topic) {
      this.#call(name, null)
      return this.#call(topic, Number(name.slice(topic.length + 1)))
    }
    for (const channel of [...this.#listeners.keys()])
      if (topicOf(channel) === topic) this.#call(channel, null)
  }

  #call(channel: string, organizationId: number | null): void {
    this.#listeners.get(channel)?.forEach((listener) => listener(organizationId))
  }
}
