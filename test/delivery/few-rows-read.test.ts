import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { claimQueues, type ClaimedQueue } from '../../src/delivery/claim-queues.ts'
import { releaseQueues } from '../../src/delivery/queues.ts'
import { readDueDeliveries } from '../../src/delivery/due-deliveries.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { storeResults } from '../../src/delivery/store-results.ts'
import type { Db } from '../../src/db/database.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { deliveredResult } from '../support/fixtures/delivered-result.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)

/** As many as one read returns, so that the results are the last ones. */
const POSTS = 32
const RESULTS = 4
const QUEUES = 30

/** Returns the number of rows of deliveries and queues that a function fetched by an index or read in a table. */
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
    where relname ~ '^(deliveries_|webhook_lanes)'`.execute(tx)
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
  const results = (due?.deliveries ?? []).slice(-RESULTS).map(deliveredResult)
  expect(results).toHaveLength(RESULTS)
  expect(await rowsRead((tx) => storeResults(tx, results))).toBe(RESULTS)
})

test('queues are leased and released without a read of the queues of other organizations', async () => {
  const db = app.database.kysely
  await app.database.pool.query('analyze webhook_lanes')
  for (let count = 0; count < QUEUES; count++) {
    const other = await createTenant(app)
    await createWebhook(app, other, { url: 'http://127.0.0.1:9/' })
    await createPost(app, other)
    await numberRecorded(db, other.organization.id)
  }
  let claimed: ClaimedQueue[] = []
  const claim = async (tx: Db) => (claimed = await claimQueues(tx, 'worker', roomBeside([], 1_000)))
  expect(await rowsRead(claim)).toBeLessThanOrEqual(5 * QUEUES)
  expect(claimed).toHaveLength(QUEUES)
  const due = await readDueDeliveries(db, 'worker', claimed)
  const found = claimed.map((queue, index) => ({
    ...queue,
    version: due[index]?.version ?? NaN,
    slow: false,
  }))
  let released: boolean[] = []
  const release = async (tx: Db) => (released = await releaseQueues(tx, 'worker', found))
  expect(await rowsRead(release)).toBeLessThanOrEqual(5 * QUEUES)
  expect(released).toEqual(found.map(() => true))
})
