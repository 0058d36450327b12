import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const POSTS = 5

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const clusters: Cluster[] = []
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop()
  await receiver.close()
})

async function startWorker() {
  const cluster = await startCluster(app, ['worker'])
  clusters.push(cluster)
  const [member] = cluster.members
  if (!member) throw new Error('no worker')
  return member.program
}

test('a worker that is paused until another one has taken its queue repeats at most the message that it was sending', async () => {
  const held = Promise.withResolvers<void>()
  let count = 0
  receiver.answer('/paused', (response) => {
    if (count++ > 0) return void response.end()
    void held.promise.then(() => response.end())
  })
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/paused`, events: ['post_created'] })
  for (let index = 0; index < POSTS; index++) await createPost(app, tenant, `wish ${index}`)
  const { pool } = app.database
  const attempts = async () => {
    const text = 'select count(*)::int as count from delivery_attempts where webhook_id = $1'
    return (await pool.query<{ count: number }>(text, [id])).rows[0]?.count
  }

  const paused = await startWorker()
  await receiver.until(1)
  paused.process.kill('SIGSTOP')
  // Takes the queue when the lease of the paused one is over.
  await startWorker()
  await expect.poll(attempts).toBe(POSTS)

  // The paused worker cannot learn from the database that it has lost the queue.
  const lock = await pool.connect()
  await lock.query('begin; lock table webhook_lanes in access exclusive mode')
  held.resolve()
  paused.process.kill('SIGCONT')
  await expect.poll(attempts).toBeGreaterThan(POSTS)
  await lock.query('rollback')
  lock.release()
  paused.process.kill('SIGTERM')
  expect(await paused.ended).toBe(0)

  const titles = receiver.received.map(({ body }) => body.data.title as string)
  expect(titles).toEqual(['wish 0', ...Array.from({ length: POSTS }, (_, index) => `wish ${index}`)])
  const [first, second] = receiver.received
  expect([second?.headers['webhook-id'], second?.text]).toEqual([first?.headers['webhook-id'], first?.text])
  const deliveries = await deliveriesOf(app, tenant, id)
  expect(deliveries.map(({ state }) => state)).toEqual(Array.from({ length: POSTS }, () => 'succeeded'))
  expect(deliveries.map((delivery) => delivery.attempts.length)).toEqual([1, 1, 1, 1, 2])
})
