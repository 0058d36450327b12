import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { organizationsWithDeferred } from '../../src/delivery/bridge.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { readDueDeliveries } from '../../src/delivery/due-deliveries.ts'
import type { WebhookQueue } from '../../src/delivery/queues.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { MAX_ORGANIZATIONS, organizationsToNumber } from '../../src/events/heads.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { readLag } from '../../src/server/metrics/lag.ts'
import { problemsOf } from '../support/contract/statement-rules.ts'
import type { TestDatabase } from '../support/database.ts'
import { shareAsDistributed } from '../support/distributed.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

// Statements that a distributed database executes in other forms have the same results as on one server.

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const queues: WebhookQueue[] = []
const sent: string[] = []
let distributed: TestDatabase

beforeAll(async () => {
  await app.services.sequencer.close()
  for (const posts of [3, 1, 0]) {
    const tenant = await createTenant(app)
    const { id: organizationId } = tenant.organization
    for (let count = 0; count < 2; count++) {
      const { id: webhookId } = await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
      queues.push({ organizationId, webhookId })
    }
    for (let count = 0; count < posts; count++) await createPost(app, tenant)
    await numberRecorded(app.database.kysely, organizationId)
  }
  distributed = await shareAsDistributed(app.database, (text) => sent.push(text))
})
afterAll(() => distributed.drop())

const inBothForms = async <Result>(read: (db: Db) => Promise<Result>) => {
  sent.length = 0
  const results = [await read(app.database.kysely), await read(distributed.kysely)] as const
  const problems = sent.flatMap(problemsOf).filter(({ rule }) => rule !== 'organization')
  expect(problems).toEqual([])
  return results
}

test('due deliveries are read in the order of the queues', async () => {
  const claimed = await claimQueues(app.database.kysely, 'one', roomBeside([], 100))
  expect(claimed).toHaveLength(4)
  // Queues of an organization are apart, and those of the last one are not held.
  const mixed = [0, 2, 4, 1, 3, 5].flatMap((index) => queues[index] ?? [])
  const [one, several] = await inBothForms((db) => readDueDeliveries(db, 'one', mixed))
  expect(several).toEqual(one)
  expect(several.map((due) => due?.deliveries.length ?? null)).toEqual([3, 1, null, 3, 1, null])
  expect(sent.filter((text) => text.includes('webhook_lanes'))).toHaveLength(3)
})

test('the lag of deliveries is measured', async () => {
  const [one, several] = await inBothForms(readLag)
  expect(several).toMatchObject({ deliveriesDue: 8, deliveriesPending: 8, queuesLeased: 4 })
  expect(several).toEqual({ ...one, dueSeconds: several.dueSeconds })
  expect(several.dueSeconds).toBeGreaterThan(0)
})

test('organizations with deferred events are found', async () => {
  await app.database.pool.query(
    `insert into unqueued_events select organization, position, position, now()
     from unnest(array[3, 1, 7]) organization, generate_series(1, 3) position`,
  )
  const [one, several] = await inBothForms(organizationsWithDeferred)
  expect(several).toEqual(one)
  expect(several).toEqual([1, 3, 7])
})

test('organizations whose events wait for numbers are found, a limited number of them', async () => {
  await app.database.pool.query(
    `insert into event_box (organization_id, event_id, created_at)
     select id, id, now() - interval '1 hour' from generate_series(1, 3) id`,
  )
  const [one, several] = await inBothForms(organizationsToNumber)
  expect(several.toSorted()).toEqual(one.toSorted())
  expect(several).toHaveLength(3)
  await app.database.pool.query(
    `insert into event_box (organization_id, event_id, created_at)
     select id, id, now() - interval '1 hour' from generate_series(4, $1) id`,
    [MAX_ORGANIZATIONS + 50],
  )
  expect(new Set(await organizationsToNumber(distributed.kysely)).size).toBe(MAX_ORGANIZATIONS)
})
