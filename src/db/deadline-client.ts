import pg from 'pg'
import { destroyConnection, DatabaseTimeout, type Deadlines } from './deadline.ts'

/** What the connections of a pool have in common. */
export type Session = Deadlines & {
  /** Whether a pooler hands server connections from one transaction to the next: nothing may be left behind in a session. */
  pooled: boolean
}

/** What the work that a connection is handed out for may take. */
export type Allowance = { isBulk: boolean; askedAt: number }

export type DeadlineClient = pg.Client & {
  /** Begins new work on the connection. */
  allow(allowance: Allowance): void
  /** When the running statement must be answered, in milliseconds of `performance.now()`; Infinity while none runs. */
  readonly dueAt: number
}

/** The server ends a statement this much later than the client has given it up. */
const SERVER_MS = 2_000
const BEGIN = /^(begin|start transaction)\b[^;]*$/i
/** What a pooler that was put in between while connections were open answers to what only a session of one's own can have. */
const NOT_A_SESSION = new Set(['26000', '42P05'])

/**
 * A pg client class whose statements have deadlines, and whose transactions have them at the server as well: on a direct
 * connection by settings of its session, behind a pooler by `set local` in the message that begins a transaction.
 */
export function deadlineClients(session: Session): new (config?: pg.ClientConfig) => DeadlineClient {
  const limits = (milliseconds: number) => ({
    statement_timeout: milliseconds + SERVER_MS,
    idle_in_transaction_session_timeout: milliseconds + SERVER_MS,
  })
  return class extends pg.Client {
    dueAt = Infinity
    #until = Infinity
    #isBulk = false
    /** What the session's statement_timeout was set for. */
    #isSetForBulk = false

    constructor(config?: pg.ClientConfig) {
      super(session.pooled ? config : { ...config, ...limits(session.requestMs) })
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
      this.dueAt = Infinity
      this.#isBulk = isBulk
      this.#until = isBulk ? Infinity : askedAt + session.requestMs
      if (this.#isSetForBulk === isBulk || session.pooled) return
      this.#isSetForBulk = isBulk
      const { statement_timeout } = limits(this.#limitMs())
      // Those that follow wait for it, and fail as it does when the connection is lost.
      super.query(`set statement_timeout = ${statement_timeout}`).catch(() => {})
    }

    // pg declares a dozen overloads; all of them pass through here.
    override query(...args: unknown[]): never {
      if (this.dueAt === Infinity) this.dueAt = this.#due()
      const send = super.query as unknown as (...parts: unknown[]) => never
      return session.pooled ? send.apply(this, this.#withLimits(args)) : send.apply(this, args)
    }

    #withLimits([first, ...rest]: unknown[]): unknown[] {
      const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
      if (text === undefined || !BEGIN.test(text)) return [first, ...rest]
      const settings = Object.entries(limits(this.#limitMs())).map(
        ([name, value]) => `; set local ${name} = ${value}`,
      )
      const whole = text + settings.join('')
      return [typeof first === 'string' ? whole : { ...(first as object), text: whole }, ...rest]
    }

    #due(): number {
      return Math.min(this.#until, performance.now() + this.#limitMs())
    }

    #limitMs(): number {
      return this.#isBulk ? session.bulkMs : session.requestMs
    }
  }
}

const MAX_BETWEEN_MS = 250

/**
 * Watches clients and destroys the connection of each whose statement is overdue, which fails that statement. Two looks
 * in a row must find it: a process that was busy itself may have an answer waiting to be read. Ends with `isOver`.
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
  // Connections that are still there have been asked to close; one that does not would keep the process alive.
  const end = () => {
    clearInterval(looking)
    setTimeout(() => clients.forEach((client) => destroyConnection(client)), MAX_BETWEEN_MS).unref()
  }
  const looking = setInterval(look, Math.min(MAX_BETWEEN_MS, requestMs / 4)).unref()
}
