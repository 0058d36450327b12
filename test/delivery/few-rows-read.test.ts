import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { readDueDeliveries, type DueDelivery } from '../../src/delivery/due-deliveries.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { storeResults } from '../../src/delivery/store-results.ts'
import type { AttemptRecord } from '../../src/delivery/attempt-log.ts'
import type { Db } from '../../src/db/database.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)

/** As many as one read returns, so that the results are the last ones. */
const POSTS = 32
const RESULTS = 4

const delivered = (delivery: DueDelivery): AttemptRecord => ({
  delivery,
  body: '{}',
  attempt: {
    outcome: 'delivered',
    status: 200,
    durationMs: 1,
    requestHeaders: [],
    responseHeaders: [],
    headersTruncated: false,
    response: '',
    error: null,
    startedAt: new Date(),
  },
  next: { state: 'pending', waitMs: 60_000, reason: null },
})

/** Returns the number of rows of deliveries that a function fetched by an index or read in a scan of a table. */
async function rowsRead(run: (tx: Db) => Promise<unknown>): Promise<number> {
  return inTransaction(app.database.kysely, async (tx) => {
    // Earlier transactions of the connection may be counted, too.
    const before = await read(tx)
    await run(tx)
    return (await read(tx)) - before
  })
}

async function read(tx: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables
    where relname like 'deliveries_%'`.execute(tx)
  return rows[0]?.read ?? NaN
}

test('results are stored without a read of other deliveries, if the statistics know of no rows', async () => {
  const db = app.database.kysely
  await app.database.pool.query('analyze deliveries')
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
  for (let count = 0; count < POSTS; count++) await createPost(app, tenant)
  await numberRecorded(db, tenant.organization.id)
  const queues = await claimQueues(db, 'worker', roomBeside([], 100))
  const [due] = await readDueDeliveries(db, 'worker', queues)
  const results = (due?.deliveries ?? []).slice(-RESULTS).map(delivered)
  expect(results).toHaveLength(RESULTS)
  expect(await rowsRead((tx) => storeResults(tx, results))).toBe(RESULTS)
})
