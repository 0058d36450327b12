import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver
const poisoned = useTenant(app)
const other = useTenant(app)
const lines: { level: string; organizationId?: number }[] = []
const log = createLogger('info', {
  destination: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
})

beforeAll(async () => {
  receiver = await startReceiver()
  await createWebhook(app, poisoned, { url: `${receiver.url}/poisoned`, events: ['post_created'] })
  await createWebhook(app, other, { url: `${receiver.url}/other`, events: ['post_created'] })
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

test("an organization's events that cannot be queued delay no other organization's and are queued later", async () => {
  await app.database.pool.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused for the test'; end $$;
    create trigger refuse before insert on deliveries for each row
      when (new.organization_id = ${poisoned.organization.id}) execute function refuse()`)
  for (let index = 0; index < 10; index++) {
    await createPost(app, poisoned, `wish ${index}`)
    await createPost(app, other)
  }
  worker = deliver(app, { log })
  await receiver.until(10, { path: '/other' })
  expect(receiver.received.filter(({ path }) => path === '/poisoned')).toEqual([])
  const refused = () =>
    lines.filter(({ level }) => level === 'error').map(({ organizationId }) => organizationId)
  await expect.poll(refused).toEqual([poisoned.organization.id])
  // Repeated after a deadlock with the worker.
  const dropped = () =>
    app.database.pool.query('drop trigger if exists refuse on deliveries').then(() => true)
  await expect.poll(() => dropped().catch(() => false)).toBe(true)
  const messages = await receiver.until(10, { path: '/poisoned' })
  expect(messages.map(({ body }) => body.data.title as string)).toEqual(
    Array.from({ length: 10 }, (_, index) => `wish ${index}`),
  )
  await createPost(app, poisoned, 'later')
  await receiver.until(11, { path: '/poisoned' })
})

test('a batch of events that exceeds the statement timeout is queued in smaller batches', async () => {
  await worker.stop()
  await app.database.pool.query(`create function take_too_long() returns trigger language plpgsql as $$
      begin
        if (select count(*) from queued) > 3 then
          raise exception 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return null;
      end $$;
    create trigger take_too_long after insert on deliveries referencing new table as queued
      for each statement execute function take_too_long()`)
  const titles = Array.from({ length: 10 }, (_, index) => `slow ${index}`)
  for (const title of titles) await createPost(app, other, title)
  const before = receiver.received.filter(({ path }) => path === '/other').length
  worker = deliver(app, { log })
  const messages = await receiver.until(before + titles.length, { path: '/other' })
  expect(messages.slice(before).map(({ body }) => body.data.title as string)).toEqual(titles)
})
