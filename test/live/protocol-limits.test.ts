import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Minimum interval of two results of `statusCounts`, in milliseconds. */
const INTERVAL_MS = 250
const POSTS = 30

const app = useApp()
const tenant = useTenant(app)

test('closes a socket that initialises its connection twice', async () => {
  const client = await connect(app, tenant.key)
  client.send({ type: 'connection_init', payload: tenant.key })
  expect(await client.end()).toEqual({ code: 4429, reason: 'Too many initialisation requests' })
})

test('closes a socket whose credential cannot be read because of an unexpected error', async () => {
  const { pool } = app.database
  const CREATE = 'mutation { createApiKey(input: {}) { secret } }'
  // The server has not read this key before, so that it does not remember it.
  const key = { 'API-KEY': (await run(app, tenant.admin.session, CREATE)).createApiKey.secret }
  await pool.query('alter table api_keys rename to absent')
  const client = await openSocket(app)
  client.send({ type: 'connection_init', payload: key })
  const closed = await client.end().finally(() => pool.query('alter table absent rename to api_keys'))
  expect(closed).toEqual({ code: 4500, reason: 'Internal server error' })
  const again = await connect(app, key)
  again.socket.close()
})

test('accepts an operation id of 255 characters, and refuses a longer one', async () => {
  const client = await connect(app, tenant.key)
  const longest = 'x'.repeat(255)
  client.subscribe(longest, '{ __typename }')
  await client.received(({ id, type }) => id === longest && type === 'complete')
  client.subscribe(`${longest}x`, '{ __typename }')
  const { payload } = await client.received(({ id, type }) => id === `${longest}x` && type === 'error')
  expect(payload[0].extensions.code).toBe('INVALID_PARAM')
  client.socket.close()
})

test('sends the counts of statuses at most four times a second, and the last ones', async () => {
  const client = await connect(app, tenant.key)
  const began = performance.now()
  client.subscribe('1', 'subscription { statusCounts { count } }')
  await client.received(({ id, type }) => id === '1' && type === 'next')
  const totals = () =>
    client
      .results('1')
      .map(({ data }) =>
        data.statusCounts.reduce((sum: number, one: { count: number }) => sum + one.count, 0),
      )
  const [before = 0] = totals()
  for (let index = 0; index < POSTS; index++)
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title: `${index}` } })
  await expect.poll(() => totals().at(-1)).toBe(before + POSTS)
  const intervals = (performance.now() - began) / INTERVAL_MS
  expect(totals().length).toBeLessThanOrEqual(Math.ceil(intervals) + 1)
  client.socket.close()
})
