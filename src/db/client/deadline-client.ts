import type pg from 'pg'
import { CallbackClient } from './callback-client.ts'
import { destroyConnection, DatabaseTimeout, type Deadlines } from '../deadline.ts'

/** Settings that all connections of a pool share. */
export type Session = Deadlines & {
  /** Whether a pooler assigns server connections per transaction. A session then cannot hold state. */
  pooled: boolean
}

/** Deadline class of the work for which a connection is acquired, and when it was requested. */
export type Allowance = { isBulk: boolean; askedAt: number }

export type DeadlineClient = CallbackClient & {
  /** Starts the deadline of new work on the connection. */
  allow(allowance: Allowance): void
  /** Deadline of the running statement, in milliseconds of `performance.now()`. Infinity while none runs. */
  readonly dueAt: number
}

/** How long after the client's deadline the server cancels a statement, in milliseconds. */
const SERVER_MS = 2_000
const BEGIN = /^(begin|start transaction)\b[^;]*$/i
/**
 * SQLSTATEs a transaction pooler returns for prepared statements. They reveal one that was installed after
 * the start.
 */
const NOT_A_SESSION = new Set(['26000', '42P05'])

/** Returns the settings of a server that cancels statements after the client's deadline. */
const limitsFor = (milliseconds: number) => ({
  statement_timeout: milliseconds + SERVER_MS,
  idle_in_transaction_session_timeout: milliseconds + SERVER_MS,
})

/** A client with a deadline for each statement. */
class SessionClient extends CallbackClient {
  dueAt = Infinity
  readonly #session: Session
  #until = Infinity
  #isBulk = false
  /** Whether the session's limits are those for bulk work. */
  #isSetForBulk = false

  constructor(session: Session, config?: pg.ClientConfig) {
    super(session.pooled ? config : { ...config, ...limitsFor(session.requestMs) })
    this.#session = session
    this.on('drain', () => (this.dueAt = Infinity))
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('readyForQuery', () => {
      if (this.dueAt !== Infinity) this.dueAt = this.#due()
    })
    connection.on('errorMessage', (error: pg.DatabaseError) => {
      session.pooled ||= NOT_A_SESSION.has(error.code ?? '') || /unsupported startup/.test(error.message)
    })
  }

  allow({ isBulk, askedAt }: Allowance): void {
    const { pooled, requestMs } = this.#session
    this.dueAt = Infinity
    this.#isBulk = isBulk
    this.#until = isBulk ? Infinity : askedAt + requestMs
    if (this.#isSetForBulk === isBulk || pooled) return
    this.#isSetForBulk = isBulk
    const settings = Object.entries(limitsFor(this.#limitMs())).map(
      ([name, value]) => `set ${name} = ${value}`,
    )
    // Later statements wait for these. They fail with them if the connection is lost.
    super.query(settings.join('; '), () => {})
  }

  // pg declares a dozen overloads. All of them call this method.
  override query(...args: unknown[]): never {
    if (this.dueAt === Infinity) this.dueAt = this.#due()
    const send = super.query.bind(this)
    return this.#session.pooled ? send(...this.#withLimits(args)) : send(...args)
  }

  #withLimits([first, ...rest]: unknown[]): unknown[] {
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
    if (text === undefined || !BEGIN.test(text)) return [first, ...rest]
    const settings = Object.entries(limitsFor(this.#limitMs())).map(
      ([name, value]) => `; set local ${name} = ${value}`,
    )
    const whole = text + settings.join('')
    return [typeof first === 'string' ? whole : { ...(first as object), text: whole }, ...rest]
  }

  #due(): number {
    return Math.min(this.#until, performance.now() + this.#limitMs())
  }

  #limitMs(): number {
    return this.#isBulk ? this.#session.bulkMs : this.#session.requestMs
  }
}

/**
 * Returns a pg client class with a deadline for each statement. The server enforces it as well. A direct
 * connection sets it once per session. Behind a pooler, `set local` is added to the statement that begins a
 * transaction.
 */
export function deadlineClients(session: Session): new (config?: pg.ClientConfig) => DeadlineClient {
  return class extends SessionClient {
    constructor(config?: pg.ClientConfig) {
      super(session, config)
    }
  }
}

const MAX_BETWEEN_MS = 250

/**
 * Watches clients and destroys the connection of a client whose statement is overdue, which fails that
 * statement. Two consecutive checks must find it overdue, because a busy process may have an unread response.
 * Stops when `isOver` returns true.
 */
export function watchDeadlines(
  clients: ReadonlySet<DeadlineClient>,
  { requestMs }: Deadlines,
  onOverdue: (error: Error) => void,
  isOver: () => boolean,
): void {
  let overdue = new Set<DeadlineClient>()
  const look = () => {
    if (isOver()) return end()
    const now = performance.now()
    const late = [...clients].filter(({ dueAt }) => dueAt < now)
    for (const client of late.filter((one) => overdue.has(one))) {
      const error = new DatabaseTimeout(requestMs)
      destroyConnection(client, error)
      onOverdue(error)
    }
    overdue = new Set(late)
  }
  // The remaining connections have been asked to close. One that does not would keep the process alive.
  const end = () => {
    clearInterval(looking)
    setTimeout(() => clients.forEach((client) => destroyConnection(client)), MAX_BETWEEN_MS).unref()
  }
  const looking = setInterval(look, Math.min(MAX_BETWEEN_MS, requestMs / 4)).unref()
}
