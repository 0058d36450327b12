import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { startDocuments } from '../support/clients/agents.ts'
import { registerApp } from '../support/clients/oauth.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { runSuite, startCredentialProxy } from '../support/clients/protocol-suite.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { freePort } from '../support/free-port.ts'

let documents: Awaited<ReturnType<typeof startDocuments>>
let proxy: Awaited<ReturnType<typeof startCredentialProxy>>
let app: TestApp
let tenant: Tenant
let secret: Headers = {}

beforeAll(async () => {
  documents = await startDocuments()
  proxy = await startCredentialProxy(
    () => app,
    '/oauth/token',
    () => secret,
  )
  app = await startApp({ publicUrl: proxy.url, fetchClientDocument: documents.fetchClientDocument })
  tenant = await createTenant(app)
  await givePassword(app, [tenant.admin])
})
afterAll(async () => {
  await app.stop()
  proxy.stop()
  await documents.stop()
})

/** Answers a request for consent as the admin in a browser, which then opens the address of the client. */
async function allow(address: string): Promise<void> {
  const visitor = new PageVisitor(proxy)
  await visitor.signIn(tenant.admin.email, PASSWORD)
  const { text } = await visitor.open(address.slice(proxy.url.length), { 'Sec-Fetch-Site': 'cross-site' })
  const { location } = await visitor.submit(formTo(text, '/oauth/authorize', { answer: 'allow' }))
  await fetch(String(location))
}

/** Expects that the suite passes, which receives the code of its client at a port. */
async function expectPassed(clientId: string, port: number, options: string[] = []): Promise<void> {
  const { status, output } = await runSuite(
    ['authorization', '--url', proxy.url, '--client-id', clientId, '-p', String(port), ...options],
    allow,
  )
  expect(output).toContain('authorization-server-metadata-endpoint: 2 passed, 0 failed')
  expect(output).toContain('authorization-code-grant: 1 passed, 0 failed')
  expect(status, output).toBe(0)
}

test('the official suite accepts the authorization of a registered app', async () => {
  const port = await freePort()
  const redirect_uris = [`http://127.0.0.1:${port}/callback`]
  const { client_id, client_secret } = await registerApp(app, tenant, { redirect_uris })
  // The suite sends no secret to a server that also has clients without one.
  secret = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
  await expectPassed(client_id, port)
  secret = {}
})

test('the official suite accepts the authorization of a client with a metadata document', async () => {
  const client_id = 'https://suite.example/client.json'
  const redirect_uris = ['http://127.0.0.1/callback']
  documents.documents.set(client_id, { client_id, client_name: 'Suite', redirect_uris })
  await expectPassed(client_id, await freePort(), ['--resource', `${proxy.url}/mcp`])
})
