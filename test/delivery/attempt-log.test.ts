import { expect, test } from 'vitest'
import { AttemptLog } from '../../src/delivery/attempt-log.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { readDueDeliveries, type DueDelivery } from '../../src/delivery/due-deliveries.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { storeResults, storeResultsAgain } from '../../src/delivery/store-results.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { deliveredResult } from '../support/fixtures/delivered-result.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)

/** Returns due deliveries of new posts. */
async function dueDeliveries(posts: number): Promise<DueDelivery[]> {
  const db = app.database.kysely
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
  for (let count = 0; count < posts; count++) await createPost(app, tenant)
  await numberRecorded(db, tenant.organization.id)
  const queues = await claimQueues(db, 'worker', roomBeside([], 100))
  const due = await readDueDeliveries(db, 'worker', queues)
  return due.flatMap((queue) => queue?.deliveries ?? []).slice(0, posts)
}

test('results that arrive together are stored in one statement', async () => {
  const deliveries = await dueDeliveries(10)
  const log = new AttemptLog(app.database.kysely, createLogger('silent'), { countAttempt: () => {} })
  app.statements.length = 0
  await Promise.all(deliveries.map((delivery) => log.write(deliveredResult(delivery))))
  expect(app.statements.filter((text) => text.includes('store_results'))).toHaveLength(1)
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count from deliveries where state = 'succeeded' and attempts = 1`,
  )
  expect(rows).toEqual([{ count: 10 }])
})

test.for([
  ['the first time', storeResults],
  ['again', storeResultsAgain],
] as const)('each result has its own body when several are stored %s', async ([, store]) => {
  const db = app.database.kysely
  const bodies = ['{"title":"é"}', null, '', '{"title":"👩‍🚀 日本"}', '{"title":"\\u0000\\ud800"}', '{}']
  const deliveries = await dueDeliveries(bodies.length)
  const results = deliveries.map((delivery, index) => ({
    ...deliveredResult(delivery),
    body: bodies[index] ?? null,
  }))
  // The first two results are stored already.
  if (store === storeResultsAgain) await storeResults(db, results.slice(0, 2))
  await store(db, results)
  const { rows } = await app.database.pool.query<{ body: string | null; attempts: number }>(
    `select body, attempts from unnest($1::bigint[]) with ordinality as d (id, number)
       join deliveries using (id) order by number`,
    [deliveries.map(({ id }) => id)],
  )
  expect(rows).toEqual(bodies.map((body) => ({ body, attempts: 1 })))
})
