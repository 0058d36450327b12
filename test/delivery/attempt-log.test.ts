import { expect, test } from 'vitest'
import { AttemptLog } from '../../src/delivery/attempt-log.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { readDueDeliveries } from '../../src/delivery/due-deliveries.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { deliveredResult } from '../support/fixtures/delivered-result.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)

test('results that arrive together are stored in one statement', async () => {
  const db = app.database.kysely
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/' })
  for (let count = 0; count < 10; count++) await createPost(app, tenant)
  await numberRecorded(db, tenant.organization.id)
  const queues = await claimQueues(db, 'worker', roomBeside([], 100))
  const [due] = await readDueDeliveries(db, 'worker', queues)
  const log = new AttemptLog(db, createLogger('silent'), { countAttempt: () => {} })
  app.statements.length = 0
  await Promise.all((due?.deliveries ?? []).map((delivery) => log.write(deliveredResult(delivery))))
  expect(app.statements.filter((text) => text.includes('store_results'))).toHaveLength(1)
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count from deliveries where state = 'succeeded' and attempts = 1`,
  )
  expect(rows).toEqual([{ count: 10 }])
})
