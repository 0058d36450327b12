import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import {
  returnQueue,
  returnQueues,
  LEASE_SECONDS,
  releaseQueue,
  releaseQueues,
  renewLeases,
  type WebhookQueue,
} from '../../src/delivery/queues.ts'
import { readDueDeliveries as readAllDue } from '../../src/delivery/due-deliveries.ts'
import { recordEvents } from '../../src/events/record.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import type { Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { scheduleQueues } from '../../src/modules/webhooks/deliveries/schedule-queues.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let tenant: Tenant
let queue: WebhookQueue
const db = () => app.database.kysely
/** Claims queues, and makes their leases last longer than a test on a busy machine. */
const claim = async (owner: string): Promise<WebhookQueue[]> => {
  const claimed = await claimQueues(db(), owner, roomBeside([], 100))
  await query(
    `update webhook_lanes set leased_until = leased_until + interval '1 hour' where owner = '${owner}' and leased_until < now() + interval '1 minute'`,
  )
  return claimed.map(({ organizationId, webhookId }) => ({ organizationId, webhookId }))
}
const readDueDeliveries = async (db: Db, owner: string, of: WebhookQueue) =>
  (await readAllDue(db, owner, [of]))[0]
const query = (text: string) => app.database.pool.query(text)
const recordPosts = (organizationId: number, count: number) =>
  inTransaction(db(), (tx) =>
    recordEvents(
      tx,
      Array.from({ length: count }, (_, index) => ({
        organizationId,
        actor: SYSTEM,
        type: 'post_created' as const,
        subjectId: index,
        snapshot: {},
      })),
    ),
  )

beforeEach(async () => {
  await query('delete from webhooks')
  tenant = await createTenant(app)
  const { id: webhookId } = await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
  queue = { organizationId: tenant.organization.id, webhookId }
  await createPost(app, tenant)
  await numberRecorded(db(), tenant.organization.id)
})

test('a queue is leased by one worker, for at most 30 seconds unless the worker renews the lease', async () => {
  expect(LEASE_SECONDS).toBeLessThanOrEqual(30)
  expect(await claim('a')).toEqual([queue])
  expect(await claim('b')).toEqual([])
  expect(await readDueDeliveries(db(), 'b', queue)).toBeNull()
  expect((await readDueDeliveries(db(), 'a', queue))?.deliveries).toHaveLength(1)
  expect(await renewLeases(db(), 'a')).toEqual([queue])
  await query(`update webhook_lanes set leased_until = now() - interval '1 second'`)
  expect(await renewLeases(db(), 'a')).toEqual([])
  expect(await claim('b')).toEqual([queue])
  expect(await readDueDeliveries(db(), 'a', queue)).toBeNull()
  await returnQueues(db(), 'b')
  expect(await claim('a')).toEqual([queue])
})

test('a queue that is due at the present time can be claimed at that time', async () => {
  await claim('a')
  // The columns round to milliseconds, half of the times upwards. `now()` is the same in a whole transaction.
  for (let times = 0; times < 20; times++)
    await inTransaction(db(), async (tx) => {
      await returnQueue(tx, 'a', queue, { pauseMs: 0, slow: false })
      expect(await claimQueues(tx, 'a', roomBeside([], 100))).toMatchObject([queue])
    })
  for (let times = 0; times < 20; times++)
    await inTransaction(db(), async (tx) => {
      await sql`update deliveries set due_at = now()`.execute(tx)
      expect((await readDueDeliveries(tx, 'a', queue))?.deliveries).toHaveLength(1)
    })
})

test.each([
  [
    'an event',
    async () => {
      await createPost(app, tenant)
      await numberRecorded(db(), tenant.organization.id)
    },
  ],
  [
    'a repeated delivery',
    () =>
      inTransaction(db(), (tx) =>
        scheduleQueues(tx, { ...queue, webhookIds: [queue.webhookId] }, new Date()),
      ),
  ],
])('a queue is not released when %s was added since it was found empty', async (_who, wake) => {
  await claim('a')
  await query(`update deliveries set state = 'succeeded'`)
  const empty = await readDueDeliveries(db(), 'a', queue)
  expect(empty?.deliveries).toEqual([])
  await wake()
  expect(await releaseQueue(db(), 'a', queue, { version: empty?.version ?? -1, slow: false })).toBe(false)
  const again = await readDueDeliveries(db(), 'a', queue)
  expect(await releaseQueue(db(), 'a', queue, { version: again?.version ?? -1, slow: false })).toBe(true)
})

test('queues of several organizations are read and released together, each for its own owner and version', async () => {
  const other = await createTenant(app)
  await createWebhook(app, other, { url: 'http://127.0.0.1:9/' })
  for (const by of [tenant, other]) await createPost(app, by)
  for (const { organization } of [tenant, other]) await numberRecorded(db(), organization.id)
  const [one, two] = (await claim('a')).toSorted((a, b) => a.organizationId - b.organizationId) as [
    WebhookQueue,
    WebhookQueue,
  ]
  await query(`update webhook_lanes set owner = 'b' where organization_id = ${two.organizationId}`)
  const [ofOne, ofTwo] = await readAllDue(db(), 'a', [one, two])
  expect(ofOne?.deliveries.map(({ organizationId }) => organizationId)).toEqual([
    one.organizationId,
    one.organizationId,
  ])
  expect(ofTwo).toBeNull()
  await query(`update webhook_lanes set owner = 'a'`)
  const found = { version: ofOne?.version ?? -1, slow: false }
  const stale = { ...two, version: -1, slow: false }
  expect(await releaseQueues(db(), 'a', [stale, { ...one, ...found }])).toEqual([false, true])
  expect(await readAllDue(db(), 'a', [one, two])).toMatchObject([
    null,
    { deliveries: [{ webhookId: two.webhookId }] },
  ])
})

test('a queue that is locked is left out of a release, which does not wait for it', async () => {
  await claim('a')
  await query(`update deliveries set state = 'succeeded'`)
  const empty = await readDueDeliveries(db(), 'a', queue)
  const found = { version: empty?.version ?? -1, slow: false }
  await inTransaction(db(), async (tx) => {
    await sql`select from webhook_lanes for update`.execute(tx)
    expect(await releaseQueues(db(), 'a', [{ ...queue, ...found }])).toEqual([false])
  })
  expect(await releaseQueues(db(), 'a', [{ ...queue, ...found }])).toEqual([true])
})

test('an event is queued once, whichever process reads the log, and a released queue waits for the next attempt', async () => {
  const { rowCount } = await query('select from deliveries')
  await recordPosts(tenant.organization.id, 50)
  const number = () => numberEvents(db(), tenant.organization.id, { limit: 5 })
  await Promise.all(Array.from({ length: 30 }, number))
  await numberRecorded(db(), tenant.organization.id)
  expect((await query('select from deliveries')).rowCount).toBe((rowCount ?? 0) + 50)
  await claim('a')
  await query(`update deliveries set due_at = now() + interval '1 hour'`)
  const later = await readDueDeliveries(db(), 'a', queue)
  expect(later?.deliveries).toEqual([])
  expect(await releaseQueue(db(), 'a', queue, { version: later?.version ?? -1, slow: false })).toBe(true)
  expect(await claim('a')).toEqual([])
  await query(`update webhook_lanes set due_at = due_at - interval '1 hour'`)
  expect(await claim('a')).toEqual([queue])
})

test('due deliveries of large events are read in order, in batches of a bounded size with at least one', async () => {
  await inTransaction(db(), async (tx) => {
    const { organizationId } = queue
    const snapshot = (length: number) => ({ id: 1, text: 'x'.repeat(length) })
    for (const length of [900_000, 900_000, 900_000, 9_000_000, 10, 10])
      await recordEvents(tx, [
        { organizationId, actor: SYSTEM, type: 'post_created', subjectId: 1, snapshot: snapshot(length) },
      ])
  })
  await numberRecorded(db(), tenant.organization.id)
  await claim('a')
  const sizes: number[] = []
  const ids: number[] = []
  for (;;) {
    const { deliveries } = (await readDueDeliveries(db(), 'a', queue)) ?? { deliveries: [] }
    if (deliveries.length === 0) break
    sizes.push(deliveries.length)
    ids.push(...deliveries.map(({ event }) => event.id))
    await query(
      `update deliveries set state = 'succeeded' where id in (${deliveries.map(({ id }) => id).join()})`,
    )
  }
  expect(sizes).toEqual([3, 1, 1, 2])
  expect(ids).toHaveLength(7)
  expect(ids).toEqual([...ids].sort((one, other) => one - other))
})
