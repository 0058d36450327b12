import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { advanceClock, stopClock } from '../support/clock.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let stopping: TestApp
let tenant: Tenant

beforeAll(async () => {
  stopping = await startApp({ beside: app })
  tenant = await createTenant(app)
})
// A stopping server then waits for queries and sockets as long as a test needs.
beforeEach(stopClock)

/** More than a stopping server waits for queries and sockets together. */
const OVERDUE_MS = 60_000

test('a stopping server asks sockets to reconnect, ends streams, and accepts no new ones', async () => {
  const idle = await connect(stopping)
  const subscribed = await connect(stopping, tenant.key)
  subscribed.subscribe('1', 'subscription { events { id } }')
  const stalled = await connect(stopping, tenant.key)
  stalled.socket.pause()
  const stream = await readEvents(stopping, 'subscription { events { id } }', tenant.key)
  const stopped = stopping.stop()
  await expect(openSocket(stopping)).rejects.toThrow()
  for (const client of [idle, subscribed])
    expect(await client.end()).toEqual({ code: 1012, reason: 'Service restart' })
  expect((await stream.end()).filter(({ event }) => event === 'complete')).toEqual([])
  expect(stalled.closed).toBeNull()
  advanceClock(OVERDUE_MS)
  await stopped
  stalled.socket.resume()
  await stalled.end()
})

test('a stopping server answers running queries first', async () => {
  const server = await startApp({ beside: app })
  const client = await connect(server, tenant.key)
  const title = 'written while stopping'
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table posts in access exclusive mode')
  client.subscribe(
    '1',
    'mutation ($title: String!) { createPost(input: { title: $title }) { post { title } } }',
    {
      title,
    },
  )
  await waitForLock(app)
  const stopped = server.stop()
  await holder.query('rollback')
  holder.release()
  expect((await client.end()).code).toBe(1012)
  expect(client.results('1')).toEqual([{ data: { createPost: { post: { title } } } }])
  await stopped
})
