import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { within } from '../deadline.ts'

/** Held by the process that migrates. */
const MIGRATING = 4_702_394_921n
/** Held by the transaction that applies one migration. It may outlive a killed process. */
const APPLYING = 4_702_394_922n
const POLL_MS = 100
/** Interval of the liveness check while `work` runs, and its deadline, in milliseconds. */
const ALIVE_MS = 10_000
const ANSWER_MS = 15_000

/** Time for which a migration waits for a lock, in milliseconds. All statements on the table wait behind it. */
const WAIT_MS = 1000
/** First statements of a migration's transaction. */
export const HOLD_WHILE_APPLYING = [
  `SELECT pg_advisory_xact_lock(${APPLYING})`,
  `SET LOCAL lock_timeout = ${WAIT_MS}`,
]

/**
 * Runs `work` while no other process migrates this database, on any server. A transaction holds the lock, so
 * that it also works behind a pooler in transaction mode and is released with its connection. Waiting polls,
 * because a blocked statement would prevent `CREATE INDEX CONCURRENTLY` from finishing. `silent` is aborted
 * when the server stops responding on this connection. `work` has no other deadline.
 */
export async function withMigrationLock<T>(
  url: string,
  work: (silent: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_MS,
  })
  const silence = new AbortController()
  let alive: NodeJS.Timeout | undefined
  client.on('error', () => {})
  await client.connect()
  try {
    while (!(await begin(client))) {
      await client.query('ROLLBACK')
      await sleep(POLL_MS)
    }
    alive = setInterval(() => {
      within(ANSWER_MS, client.query('SELECT 1')).catch((error: unknown) => silence.abort(error))
    }, ALIVE_MS)
    return await work(silence.signal)
  } finally {
    clearInterval(alive)
    if (!silence.signal.aborted) await client.query('ROLLBACK').catch(() => {})
    await client.end()
  }
}

/**
 * Begins the transaction and takes the lock. Returns false when the lock is held or a killed process's
 * migration still runs.
 */
async function begin(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  if (!(await tryLock(client, MIGRATING))) return false
  await client.query('SAVEPOINT probe')
  const idle = await tryLock(client, APPLYING)
  // Releases the second lock only.
  await client.query('ROLLBACK TO SAVEPOINT probe')
  return idle
}

async function tryLock(client: pg.Client, key: bigint): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    String(key),
  ])
  return rows[0]?.taken === true
}
