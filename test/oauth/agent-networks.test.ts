import { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createClientDocuments } from '../../src/auth/client-documents.ts'
import { newProof } from '../support/clients/agents.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)

test.each([
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://[::ffff:127.0.0.1]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/client.json',
  'https://localhost/client.json',
])('no document of a client is read at %s', async (client_id) => {
  const request = { client_id, redirect_uri: 'http://localhost:5050/callback', ...newProof().challenge }
  const headers = target.admin.session
  const { status, body } = await app.call(
    'GET',
    `/oauth/authorize?${new URLSearchParams(request).toString()}`,
    { headers },
  )
  expect([status, body.error]).toEqual([400, 'invalid_client'])
})

test('one of those names resolves to this computer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  lookup('localhost', (_error, address) => resolve(address))
  expect(['127.0.0.1', '::1']).toContain(await promise)
})

test('no connection is opened to this computer, although a program listens', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await once(listener.unref().listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo
  const documents = createClientDocuments({ count: async () => {} })
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
    expect(await documents.find(`https://${host}:${port}/client.json`, '198.18.0.1')).toBe(null)
  expect(connections).toBe(0)
  listener.close()
})
