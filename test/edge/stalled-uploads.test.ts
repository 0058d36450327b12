import { expect, test, vi } from 'vitest'
import { rawConnection } from '../support/clients/raw-http.ts'
import { sendFile } from '../support/clients/uploads.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { png } from '../support/fixtures/pictures.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ limits: { bodyTimeout: DEADLINE_MS } })
const tenant = useTenant(app)
const MAX_AT_ONCE = 32

test('uploads that do not end use the slots of their organization only, until they end', async () => {
  const other = await createTenant(app)
  const credentials = Object.entries(tenant.admin.session).map(([name, value]) => `${name}: ${value}\r\n`)
  const start =
    `POST /uploads HTTP/1.1\r\nHost: x\r\n${credentials.join('')}Content-Type: multipart/form-data; boundary=b\r\n` +
    'Content-Length: 100000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nstart'
  const stalled = await Promise.all(Array.from({ length: MAX_AT_ONCE + 1 }, () => rawConnection(app, start)))
  const send = (headers = tenant.admin.session) => sendFile(app, headers, png())
  await vi.waitFor(() => expect(stalled.map((one) => one.text()).join('')).toContain(' 429 '), DEADLINE_MS)
  const refused = await send()
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await send(other.admin.session)).status).toBe(201)
  for (const { socket } of stalled) socket.destroy()
  await vi.waitFor(async () => expect((await send()).status).toBe(201), DEADLINE_MS)
})
