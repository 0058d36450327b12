import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProof, powerOf, registerAgent, startDocuments, token } from '../support/clients/agents.ts'
import { countOf } from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let server: Awaited<ReturnType<typeof startDocuments>>
let app: TestApp
let target: Tenant

beforeAll(async () => {
  server = await startDocuments()
  app = await startApp({ fetchClientDocument: server.fetchClientDocument })
  target = await createTenant(app)
  await givePassword(app, [target.admin])
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

const { verifier, challenge } = newProof()
const addressOf = (fields: object) =>
  `/oauth/authorize?${new URLSearchParams({ ...challenge, response_type: 'code', resource: `${app.url}/mcp`, ...fields }).toString()}`

async function signedIn(email = target.admin.email): Promise<PageVisitor> {
  const visitor = new PageVisitor(app)
  await visitor.signIn(email, PASSWORD)
  return visitor
}

/** Names of the boxes of a page that are ticked, and of those that are not. */
function boxesOf(page: string) {
  const tags = [...page.matchAll(/<input type="checkbox" name="scope\.([\w:]+)"( checked)?/g)]
  const names = (isTicked: boolean) =>
    tags.filter(([, , checked]) => (checked !== undefined) === isTicked).map(([, name]) => name)
  return { ticked: names(true), others: names(false) }
}

describe('without JavaScript', () => {
  test('a person connects an agent with the scopes of their choice, which its tokens have', async () => {
    const agent = await registerAgent(app, {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
    })
    const visitor = await signedIn()
    const address = addressOf({ ...agent, scope: 'posts:read tags:read', state: 'a b' })
    const { text, headers } = await visitor.open(address, { 'Sec-Fetch-Site': 'cross-site' })
    expect(headers.get('content-security-policy')).toContain("form-action 'self' cursor:")
    expect(text).toContain('Not verified: anyone can choose this name.')
    expect(text).toContain('Texts that customers wrote reach this agent.')
    expect(text).toContain('A program on this computer (cursor:)')
    const { ticked, others } = boxesOf(text)
    expect(ticked).toEqual(['posts:read', 'tags:read'])
    expect(others.slice(0, 3)).toEqual(['comments:read', 'votes:read', 'changelog:read'])
    expect(others.findIndex((name) => name?.endsWith(':write'))).toBe(
      others.filter((name) => name?.endsWith(':read')).length,
    )
    expect(others).not.toContain('webhooks:manage')
    const form = formTo(text, '/oauth/authorize', { answer: 'allow', 'scope.posts:write': 'on' })
    delete form.fields['scope.tags:read']
    const { status, location } = await visitor.submit(form)
    expect(status).toBe(303)
    const { protocol, searchParams } = new URL(String(location))
    expect([protocol, searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'cursor:',
      'a b',
      app.url,
    ])
    const fields = {
      grant_type: 'authorization_code',
      ...agent,
      code: searchParams.get('code') ?? '',
      code_verifier: verifier,
    }
    const { body } = await token(app, fields)
    expect(body.scope).toBe('posts:read posts:write')
    expect((await powerOf(app, body.access_token))?.scopes).toEqual(['posts:read', 'posts:write'])
  })

  test('an answer without a scope asks again, and a denial leads back with an error', async () => {
    const agent = await registerAgent(app)
    const visitor = await signedIn()
    const { text } = await visitor.open(addressOf({ ...agent, scope: 'posts:read' }))
    const form = formTo(text, '/oauth/authorize', { answer: 'allow' })
    delete form.fields['scope.posts:read']
    const codes = await countOf(app, 'oauth_codes')
    const again = await visitor.submit(form)
    expect(again.location).toMatch(/^\/oauth\/authorize\?/)
    expect(boxesOf((await visitor.open(String(again.location))).text).ticked).toEqual(['posts:read'])
    const denied = await visitor.submit({ ...form, fields: { ...form.fields, answer: 'deny' } })
    expect(new URL(String(denied.location)).searchParams.get('error')).toBe('access_denied')
    expect(await countOf(app, 'oauth_codes')).toBe(codes)
  })
})

test('the pages to sign in and to consent name the host that describes a client, not its claims', async () => {
  const client_id = 'https://agent.example/client.json'
  server.documents.set(client_id, {
    client_id,
    client_name: 'Acme <b>official</b>',
    client_uri: 'https://acme.example',
    logo_uri: 'https://acme.example/logo.png',
    redirect_uris: ['https://agent.example/callback'],
  })
  const address = addressOf({ client_id, redirect_uri: 'https://agent.example/callback' })
  const before = await new PageVisitor(app).open(address, { 'Sec-Fetch-Site': 'cross-site' })
  const { text } = await (await signedIn()).open(address)
  for (const page of [before.text, text]) {
    expect(page).toContain('Acme &lt;b&gt;official&lt;/b&gt;')
    expect(page).toContain('made by agent.example')
    expect(page).not.toContain('acme.example')
  }
  expect(text).toContain('<strong class="target">agent.example</strong>')
  expect(text).not.toContain('Not verified')
})

test('a code that goes to this computer is said to, without its port', async () => {
  const agent = await registerAgent(app)
  const { text } = await (await signedIn()).open(addressOf(agent))
  expect(text).toMatch(/<p>\s*A program on this computer\s*<\/p>/)
})

test('a person without the right sees that no organization lets them, and others see where they can only let read', async () => {
  const tenant = await createTenant(app)
  const member = await tenant.member('member')
  await givePassword(app, [member])
  const agent = await registerAgent(app)
  const address = addressOf({ ...agent, scope: 'posts:read posts:write' })
  const visitor = await signedIn(member.email)
  const refused = await visitor.open(address)
  expect(refused.text).toContain('No organization lets you connect agents.')
  expect(refused.text).not.toContain('value="allow"')
  const allow = 'mutation { updateOrganization(input: { agentAccess: TEAM }) { organization { id } } }'
  await run(app, tenant.keyAndAdmin, allow)
  const { text } = await visitor.open(address)
  expect(boxesOf(text).ticked).toEqual(['posts:read'])
  expect(boxesOf(text).others.every((name) => name?.endsWith(':read'))).toBe(true)
  expect(text).toContain(`In Name of ${tenant.organization.slug} you can allow reading only.`)
})

test('a refused client has a page that leads nowhere', async () => {
  const visitor = await signedIn()
  const agent = await registerAgent(app)
  const { status, text } = await visitor.open(addressOf({ ...agent, client_id: `${agent.client_id}A` }))
  expect(status).toBe(400)
  expect(text).toContain('The app is unknown.')
  expect(text).not.toContain('127.0.0.1:7777')
})

test('a document with a wrong redirect URI has a page that says what is wrong', async () => {
  const client_id = 'https://wrong.example/client.json'
  const redirect_uris = ['https://wrong.example/', 'https://wrong.example/#x']
  server.documents.set(client_id, { client_id, redirect_uris })
  const { text } = await new PageVisitor(app).open(addressOf({ client_id, redirect_uri: redirect_uris[0] }))
  expect(text).toContain('a metadata document whose redirect URIs must not have a fragment (entry 2).')
})
