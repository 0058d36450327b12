import { expect, test } from 'vitest'
import { connect } from '../support/clients/sockets.ts'
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
