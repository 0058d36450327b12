import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { QueueStatements } from '../../src/delivery/queue-statements.ts'
import { renewLeases } from '../../src/delivery/queues.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { workQueue } from '../../src/delivery/work-queue.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })

test('the work of a queue that is locked waits for the lock, after one more read', async () => {
  const { kysely, pool } = app.database
  const tenant = await createTenant(app)
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
  await createPost(app, tenant)
  await numberRecorded(kysely, tenant.organization.id)
  const [queue] = await claimQueues(kysely, 'owner', roomBeside([], 100))
  if (!queue) throw new Error('no queue was claimed')
  await pool.query(`update deliveries set state = 'succeeded'`)
  await pool.query(`update webhook_lanes set leased_until = now() + interval '1 hour'`)
  const statements = new QueueStatements(kysely, 'owner', 6)
  const read = vi.spyOn(statements, 'readDue')
  const tools = { statements, isFull: () => false } as unknown as Parameters<typeof workQueue>[0]
  const { work } = await inTransaction(kysely, async (tx) => {
    await sql`select from webhook_lanes for update`.execute(tx)
    const working = workQueue(tools, queue, new AbortController().signal)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    return { work: working }
  })
  await work
  expect(read).toHaveBeenCalledTimes(2)
  expect(await renewLeases(kysely, 'owner')).toEqual([])
})
