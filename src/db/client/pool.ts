import pg from 'pg'
import type { Lineage } from '../history/lineage.ts'
import { currentShare } from '../sharing/connection-share.ts'
import {
  deadlineClients,
  watchDeadlines,
  type Allowance,
  type DeadlineClient,
  type Session,
} from './deadline-client.ts'
import { CONNECT_TIMEOUT, deadlinesOf, isBulk } from '../deadline.ts'
import { preparedStatementClient } from './prepared-statements.ts'
import { FairQueue, shares } from '../../lib/concurrency/fair-queue.ts'
import { withClient } from './with-client.ts'
import { acceptWritableOnly } from './writable-only.ts'

export type PoolOptions = {
  url: string
  /** Maximum number of connections of this process. Default 10. */
  max?: number
  /** Database deadline of a request, in milliseconds. Default 8000. */
  timeoutMs?: number | undefined
  /** Receives the text of each statement when it is sent. */
  onStatement?: ((text: string) => void) | undefined
  /**
   * Receives the error of each connection that is lost while idle or destroyed because it does not respond.
   */
  onLost?: (error: Error) => void
  /** Receives the problem when the database's disk is full, and null when it has room again. */
  onDisk?: (problem: string | null) => void
}

/** A pool whose connections organizations share. */
export type SharedPool = pg.Pool & {
  /** Number of pieces of work that wait for the share of their organization. */
  readonly waitingForShare: number
}

/** A pool, and whether the tables of its database may be on several servers. */
type OpenedPool = { pool: SharedPool; isDistributed: boolean }

const CONNECT_MS = 10_000
/** Share of a request's deadline for acquiring a connection. The rest is for its statements. */
const CONNECT_PART = 5 / 8
/** Share of it within which a new connection must answer the check for read-only servers. */
const CHECK_PART = 2 / 8

/**
 * Creates a connection pool with deadlines. A connection that does not respond in time is destroyed, and its
 * caller receives `DatabaseTimeout`. Behind a pooler in transaction mode, statements are unnamed and session
 * settings are not sent.
 * @throws Error 25006 when the server is read-only
 */
export async function createPool(options: PoolOptions, lineage: Lineage): Promise<OpenedPool> {
  const deadlines = deadlinesOf(options.timeoutMs)
  const { pooled, isDistributed } = await describeServer(options.url, lineage)
  const session: Session = { ...deadlines, pooled }
  const pool = new DeadlinePool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: Math.ceil(deadlines.requestMs * CONNECT_PART),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: preparedStatementClient(deadlineClients(session), {
      isNamed: () => !session.pooled,
      onStatement: options.onStatement,
    }),
  })
  const onLost = (error: Error) => options.onLost?.(error)
  const clients = new Set<DeadlineClient>()
  watchDeadlines(clients, deadlines, onLost, () => pool.ended)
  // Without a listener, an error of a connection would end the process. The connection may be idle or between
  // two statements of a transaction, whose next statement then fails.
  // A server that stops may end a connection before it receives the end of a closed pool.
  pool.on('error', (error) => {
    if (!pool.ending) onLost(error)
  })
  pool.on('connect', (client) => {
    clients.add(client as unknown as DeadlineClient)
    client.on('error', () => {})
    client.once('end', () => clients.delete(client as unknown as DeadlineClient))
  })
  acceptWritableOnly(pool, lineage, Math.ceil(deadlines.requestMs * CHECK_PART))
  return { pool, isDistributed }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * A pool that passes each connection the time of its request and the kind of its work. It shares the
 * connections between organizations. Bulk work, of which few pieces run at a time, is not limited by shares.
 */
class DeadlinePool extends pg.Pool implements SharedPool {
  readonly #queue = new FairQueue(shares(this.options.max))
  readonly #owners = new WeakMap<pg.PoolClient, number>()

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('release', (_error, client) => {
      const owner = this.#owners.get(client)
      if (owner === undefined) return
      this.#owners.delete(client)
      this.#queue.leave(owner)
    })
  }

  get waitingForShare(): number {
    return this.#queue.waitingCount
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) =>
          client ? resolve(client) : reject(error ?? new Error('no connection')),
        )
      })
    const allowance = { isBulk: isBulk(), askedAt: performance.now() }
    const share = currentShare()
    if (!share || share.isHolding || allowance.isBulk) return this.#obtain(allowance, undefined, callback)
    const { owner, cancellation } = share
    const refuse = (error: Error) => callback(error, undefined, () => {})
    if (cancellation?.reason) return process.nextTick(refuse, cancellation.reason)
    if (this.#queue.tryEnter(owner)) return this.#obtain(allowance, owner, callback)
    const timeout = this.options.connectionTimeoutMillis ?? 0
    const enter = () => {
      if (cancellation?.reason) {
        this.#queue.leave(owner)
        return refuse(cancellation.reason)
      }
      // pg-pool reads the option when it is called, and has only the remaining time.
      this.options.connectionTimeoutMillis = Math.max(1, allowance.askedAt + timeout - performance.now())
      this.#obtain(allowance, owner, callback)
      this.options.connectionTimeoutMillis = timeout
    }
    this.#queue.wait(owner, enter, timeout, () => refuse(new Error(CONNECT_TIMEOUT)))
  }

  #obtain(allowance: Allowance, owner: number | undefined, callback: Connected): void {
    super.connect((error, client, done) => {
      if (client) {
        ;(client as unknown as DeadlineClient).allow(allowance)
        if (owner !== undefined) this.#owners.set(client, owner)
      } else if (owner !== undefined) this.#queue.leave(owner)
      callback(error, client, done)
    })
  }
}

/**
 * Whether a pooler is between this process and the server, whose process then has another id, and
 * whether the tables of the database may be on several servers, by the catalogue of Citus.
 */
async function describeServer(url: string, lineage: Lineage) {
  const config = { connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }
  return withClient(config, async (client) => {
    await lineage.check(client)
    const { rows } = await client.query<{ pid: number; distributed: boolean }>(
      "select pg_backend_pid() as pid, to_regclass('pg_dist_partition') is not null as distributed",
    )
    return {
      pooled: rows[0]?.pid !== (client as unknown as { processID: number }).processID,
      isDistributed: rows[0]?.distributed === true,
    }
  })
}
