import pg from 'pg'
import type { Lineage } from './lineage.ts'
import { deadlineClients, watchDeadlines, type DeadlineClient, type Session } from './deadline-client.ts'
import { deadlinesOf, isBulk } from './deadline.ts'
import { namedStatements } from './named-statements.ts'
import { acceptWritableOnly } from './writable-only.ts'

export type PoolOptions = {
  url: string
  /** Most connections this process may hold; 10 by default. */
  max?: number
  /** Milliseconds that a request may wait for the database; 8000 by default. */
  timeoutMs?: number | undefined
  /** Hears each statement's text as it is sent. */
  onStatement?: ((text: string) => void) | undefined
  /** Receives the error of each connection that is lost while idle or closed because it does not answer. */
  onLost?: (error: Error) => void
  /** Hears that the database's disk is full, and null when it has room again. */
  onDisk?: (problem: string | null) => void
}

const CONNECT_MS = 10_000
/** The part of a request's time in which it must get a connection; the rest is for its statements. */
const CONNECT_PART = 5 / 8
/** The part of it in which a new connection must answer whether it takes writes. */
const CHECK_PART = 2 / 8

/**
 * A pool of connections to PostgreSQL whose work has deadlines: a connection that does not answer in time is destroyed,
 * and its caller receives DatabaseTimeout. Behind a pooler in transaction mode it neither names statements nor
 * sends session settings; on a direct connection it does both.
 * @throws Error 25006 when the server takes no writes
 */
export async function createPool(options: PoolOptions, lineage: Lineage): Promise<pg.Pool> {
  const deadlines = deadlinesOf(options.timeoutMs)
  const session: Session = { ...deadlines, pooled: await isBehindPooler(options.url, lineage) }
  const pool = new DeadlinePool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: Math.ceil(deadlines.requestMs * CONNECT_PART),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: namedStatements(deadlineClients(session), {
      isNamed: () => !session.pooled,
      onStatement: options.onStatement,
    }),
  })
  const onLost = (error: Error) => options.onLost?.(error)
  const clients = new Set<DeadlineClient>()
  watchDeadlines(clients, deadlines, onLost, () => pool.ended)
  // Without a listener a connection that dies would end the process: an idle one, or one that a transaction holds
  // between two statements, whose next statement fails.
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    clients.add(client as unknown as DeadlineClient)
    client.on('error', () => {})
    client.once('end', () => clients.delete(client as unknown as DeadlineClient))
  })
  acceptWritableOnly(pool, lineage, Math.ceil(deadlines.requestMs * CHECK_PART))
  return pool
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** A pool that tells each connection, as it hands it out, since when it was asked for and for what kind of work. */
class DeadlinePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const allowance = { isBulk: isBulk(), askedAt: performance.now() }
    const allow = (client: pg.PoolClient | undefined) =>
      (client as DeadlineClient | undefined)?.allow(allowance)
    if (!callback)
      return super.connect().then((client) => {
        allow(client)
        return client
      })
    super.connect((error, client, done) => {
      allow(client)
      callback(error, client, done)
    })
  }
}

/** Whether a pooler stands in between: it answers with a process id that is not the backend's. */
async function isBehindPooler(url: string, lineage: Lineage): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await lineage.check(client)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as unknown as { processID: number }).processID
  } finally {
    await client.end()
  }
}
