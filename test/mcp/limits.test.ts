import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { parseAnswer, rawConnection } from '../support/clients/raw-http.ts'
import { stopClock } from '../support/clock.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 20

const app = useApp({ rateLimitPerMinute: LIMIT })
const tenant = useTenant(app)

test('each message counts against the limit of its credential, and a refused one says when to go on', async () => {
  stopClock()
  const headers = { ...tenant.key, Accept: 'application/json, text/event-stream' }
  const ping = () => app.call('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })
  const answers = await Promise.all(Array.from({ length: LIMIT + 3 }, ping))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
  const [refused, ...others] = answers.filter(({ status }) => status === 429)
  expect(others).toHaveLength(2)
  expect(refused?.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'RATE_LIMITED' } } })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a public server is called by its name', async () => {
  const server = await startApp({ beside: app, publicUrl: 'https://feedback.example' })
  try {
    const [key = ''] = Object.values((await createTenant(server)).key)
    const text = `POST /mcp HTTP/1.1\r\nHost: feedback.example\r\nAPI-KEY: ${key}\r\nConnection: close\r\n\r\n`
    // The message is missing.
    expect(parseAnswer(await (await rawConnection(server, text)).closed).status).toBe(415)
  } finally {
    await server.stop()
  }
})
