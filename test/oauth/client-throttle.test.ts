import { request } from 'node:http'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { install, refresh, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const home = useApp()
let app: TestApp
const target = useTenant(home)
let clients: ClientApp[]

beforeAll(async () => {
  const owner = await createTenant(home)
  clients = [await registerApp(home, owner), await registerApp(home, owner)]
})
// Each test starts with empty counts, in a process of its own.
beforeEach(async () => {
  await home.database.pool.query('delete from failed_attempts')
  app = await startApp({ beside: home })
  return () => app.stop()
})

/** Sends token requests from an address of the loopback network. */
function from(localAddress: string, body: object, path = '/oauth/token') {
  const { port } = new URL(app.url)
  const text = JSON.stringify(body)
  return new Promise<{ status: number; retryAfter: string | undefined; body: Record<string, unknown> }>(
    (resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
      request({ host: '127.0.0.1', port, localAddress, method: 'POST', path, headers }, (response) => {
        let answer = ''
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: JSON.parse(answer) as Record<string, unknown>,
          }),
        )
      })
        .on('error', reject)
        .end(text)
    },
  )
}

const guess = (client_id: string) => ({
  grant_type: 'refresh_token',
  refresh_token: 'x',
  client_id,
  client_secret: 'wrong',
})
const right = ({ client_id, client_secret }: ClientApp) => ({ ...guess(client_id), client_secret })
const [A, B] = ['127.0.0.1', '127.0.0.2'] as const

async function fail(times: number, address: string, idOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < times; index++)
    expect((await from(address, guess(idOf(index)))).status).toBe(401)
}

test('responds with 429 and Retry-After after 20 failures of a client from an address, and tries no further secret', async () => {
  const [client] = clients as [ClientApp]
  const { refresh_token } = await install(home, client, target)
  await fail(20, A, () => client.client_id)
  const before = await fingerprint(home.database.kysely)
  for (const body of [guess(client.client_id), { ...right(client), refresh_token }]) {
    const answer = await from(A, body)
    expect(answer).toMatchObject({ status: 429, body: { success: false, status: 429 } })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    expect(Number(answer.retryAfter)).toBeLessThanOrEqual(60)
  }
  expect(await fingerprint(home.database.kysely)).toBe(before)
  expect((await from(A, { ...right(client), token: 'x' }, '/oauth/introspect')).status).toBe(429)
  expect((await from(A, { ...right(client), token: 'x' }, '/oauth/revoke')).status).toBe(429)
  expect((await refresh(home, client, refresh_token)).status).toBe(200)
})

test('accepts the right secret from another address, and no further wrong one', async () => {
  const [client] = clients as [ClientApp]
  await fail(20, A, () => client.client_id)
  expect(await from(B, right(client))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await from(B, guess(client.client_id))).status).toBe(429)
  expect((await from(B, right(client))).status).toBe(400)
})

test('throttles an address that tries many client ids, but no other client behind it', async () => {
  const [, innocent] = clients as [ClientApp, ClientApp]
  await fail(20, A, (index) => `foapp_guess${index}`)
  expect((await from(A, guess('foapp_another'))).status).toBe(429)
  expect((await from(A, right(innocent))).status).toBe(400)
  expect((await from(B, guess('foapp_another'))).status).toBe(401)
})

test('counts only wrong secrets', async () => {
  const [client] = clients as [ClientApp]
  for (let index = 0; index < 30; index++) expect((await from(A, right(client))).status).toBe(400)
})
