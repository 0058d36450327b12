import pg from 'pg'
import { namedStatements } from './named-statements.ts'

export type PoolOptions = {
  url: string
  /** Most connections this process may hold; 10 by default. */
  max?: number
  /** Hears each statement's text as it is sent. */
  onStatement?: (text: string) => void
  /** Hears of idle connections that were lost. */
  onLost?: (error: Error) => void
  /** Hears that the database's disk is full, and null when it has room again. */
  onDisk?: (problem: string | null) => void
}

const IDLE_IN_TRANSACTION_MS = 60_000
const CONNECT_MS = 10_000

/**
 * A pool of connections to PostgreSQL. Behind a pooler in transaction mode it neither names
 * statements nor sends session settings; on a direct connection it does both.
 */
export async function createPool(options: PoolOptions): Promise<pg.Pool> {
  const pooled = await isBehindPooler(options.url)
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(pooled ? {} : { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }),
    Client: namedStatements({ named: !pooled, onStatement: options.onStatement }),
  })
  // Without a listener a connection that dies would end the process: an idle one, or one that a transaction holds
  // between two statements, whose next statement fails.
  pool.on('error', (error) => options.onLost?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whether a pooler stands in between: it answers with a process id that is not the backend's. */
async function isBehindPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as unknown as { processID: number }).processID
  } finally {
    await client.end()
  }
}
