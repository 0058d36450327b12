import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { countOf, exchange, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app), {
    redirect_uris: ['https://app.example/callback', 'https://app.example/cb?a=1'],
  })
  await givePassword(app, [target.admin])
})

const addressOf = (parameters: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({ client_id: client.client_id, redirect_uri: client.redirect_uri, ...parameters }).toString()}`

async function signedIn(email = target.admin.email): Promise<PageVisitor> {
  const visitor = new PageVisitor(app)
  await visitor.signIn(email, PASSWORD)
  return visitor
}

/** Returns the form of the consent page as a person sees it. */
const formAt = async (visitor: PageVisitor, address: string, fields: Record<string, string>) =>
  formTo((await visitor.open(address)).text, '/oauth/authorize', fields)

describe('without JavaScript', () => {
  test('a link leads over signing in and consent to a code that the app exchanges', async () => {
    const visitor = new PageVisitor(app)
    const address = addressOf({ state: 'a b&c', scope: 'posts:read' })
    const signInPage = await visitor.open(address, { 'Sec-Fetch-Site': 'cross-site' })
    const back = await visitor.submit(
      formTo(signInPage.text, '/session', { email: target.admin.email, password: PASSWORD }),
    )
    expect([back.status, back.location]).toEqual([303, address])
    const { status, location } = await visitor.submit(
      await formAt(visitor, String(back.location), { answer: 'allow' }),
    )
    expect(status).toBe(303)
    const { searchParams, origin, pathname } = new URL(String(location))
    expect([origin + pathname, searchParams.get('state'), searchParams.get('iss')]).toEqual([
      client.redirect_uri,
      'a b&c',
      app.url,
    ])
    const tokens = await exchange(app, client, searchParams.get('code') ?? '')
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'posts:read'])
    const second = await visitor.open(address, { 'Sec-Fetch-Site': 'cross-site' })
    expect(second.text).toContain('connected already')
  })

  test('names what a further consent adds and takes away', async () => {
    const visitor = await signedIn()
    const { text } = await visitor.open(addressOf({ scope: 'posts:write' }))
    expect(text).toMatch(/<ul class="changes">\s*<li>\s*Create, change, merge[^<]*<b class="new">new<\/b>/)
    expect(text).not.toContain('New in')
    expect(text).toMatch(/No longer in Name of [^<]*<\/h2>\s*<ul class="removed">\s*<li>\s*Read posts/)
  })

  test('names what it adds and takes away for each of several organizations', async () => {
    const [{ admin, organization }, other] = [await createTenant(app), await createTenant(app)]
    await givePassword(app, [admin])
    await other.member('admin', admin.email)
    const visitor = await signedIn(admin.email)
    const fields = { answer: 'allow', organization: String(organization.id) }
    const form = await formAt(visitor, addressOf({ scope: 'posts:read' }), fields)
    const { location } = await visitor.submit(form)
    await exchange(app, client, new URL(String(location)).searchParams.get('code') ?? '')
    const { text } = await visitor.open(addressOf({ scope: 'posts:write' }))
    const name = `Name of ${organization.slug}`
    expect(text).toMatch(new RegExp(`New in ${name}</h2>\\s*<ul class="added">\\s*<li>\\s*Create`))
    expect(text).toMatch(new RegExp(`No longer in ${name}</h2>\\s*<ul class="removed">\\s*<li>\\s*Read`))
    expect(text).not.toContain(`New in Name of ${other.organization.slug}`)
  })

  test('Deny leads back with access_denied and issues no code', async () => {
    const visitor = await signedIn()
    const codes = await countOf(app, 'oauth_codes')
    const address = addressOf({ redirect_uri: 'https://app.example/cb?a=1', state: 'a b' })
    const { status, location } = await visitor.submit(await formAt(visitor, address, { answer: 'deny' }))
    const iss = encodeURIComponent(app.url)
    expect(status).toBe(303)
    expect(location).toBe(`https://app.example/cb?a=1&error=access_denied&state=a%20b&iss=${iss}`)
    expect(await countOf(app, 'oauth_codes')).toBe(codes)
  })

  test('the code is bound to the challenge of the page', async () => {
    const visitor = await signedIn()
    const address = addressOf({ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' })
    const { location } = await visitor.submit(await formAt(visitor, address, { answer: 'allow' }))
    const code = new URL(String(location)).searchParams.get('code') ?? ''
    expect((await exchange(app, client, code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('only the events that are selected are granted', async () => {
    const events = ['post_created', 'post_updated']
    const hooked = await registerApp(app, await createTenant(app), {
      declared_scopes: ['posts:read', 'webhooks:manage'],
      webhook_url: 'https://hooks.example/in',
      subscribed_webhook_events: events,
    })
    const visitor = await signedIn()
    const { client_id, redirect_uri } = hooked
    const form = await formAt(visitor, addressOf({ client_id, redirect_uri }), { answer: 'allow' })
    const boxes = Object.keys(form.fields).filter((name) => name.startsWith('event.'))
    expect(boxes).toHaveLength(2)
    delete form.fields[boxes[0] ?? '']
    expect((await visitor.submit(form)).status).toBe(303)
    const { rows } = await app.database.pool.query<{ webhook_events: string[] }>(
      'select webhook_events from oauth_codes order by created_at desc limit 1',
    )
    expect(rows[0]?.webhook_events).toEqual([boxes[1]?.slice('event.'.length).toLowerCase()])
  })
})

describe('the form', () => {
  const answered = async (visitor: PageVisitor, fields: Record<string, string>, headers = {}) =>
    visitor.submit(await formAt(visitor, addressOf(), { answer: 'allow', ...fields }), headers)

  test.each([
    { redirect_uri: 'https://evil.example' },
    { client_id: 'foapp_unknown' },
    { scope: 'posts:read tags:write' },
    { actor: 'OWNER' },
  ])('with %j is refused and leads nowhere, as Allow and as Deny', async (fields) => {
    const visitor = await signedIn()
    const codes = await countOf(app, 'oauth_codes')
    for (const answer of ['allow', 'deny']) {
      const { status, location } = await answered(visitor, { ...fields, answer })
      expect([status, location]).toEqual([400, null])
    }
    expect(await countOf(app, 'oauth_codes')).toBe(codes)
  })

  test('with an organization of others is refused', async () => {
    const other = await createTenant(app)
    const visitor = await signedIn()
    const { status, location } = await answered(visitor, { organization: String(other.organization.id) })
    expect([status, location]).toEqual([403, null])
  })

  test('of another site is refused', async () => {
    const visitor = await signedIn()
    for (const Origin of ['https://app.example', 'null', 'http://127.0.0.1:9']) {
      const { status, location } = await answered(visitor, {}, { Origin, 'Sec-Fetch-Site': 'cross-site' })
      expect([status, location]).toEqual([403, null])
    }
  })

  test('of a person who has signed out, or is another by now, asks again', async () => {
    const visitor = await signedIn()
    const form = await formAt(visitor, addressOf({ state: 'x' }), { answer: 'allow' })
    const codes = await countOf(app, 'oauth_codes')
    await visitor.submit({ action: '/session/end', fields: {} })
    const signedOut = await visitor.submit(form)
    expect([signedOut.status, String(signedOut.location).split('?')[0]]).toEqual([303, '/oauth/authorize'])
    await visitor.signIn(target.admin.email, PASSWORD)
    const replayed = await visitor.submit(form)
    expect(String(replayed.location).split('?')[0]).toBe('/oauth/authorize')
    const again = await visitor.open(String(replayed.location))
    expect(formTo(again.text, '/oauth/authorize').fields).toMatchObject({
      scope: form.fields.scope,
      state: 'x',
    })
    expect(await countOf(app, 'oauth_codes')).toBe(codes)
  })

  test('of a session that was revoked elsewhere issues no code', async () => {
    const { admin } = await createTenant(app)
    await givePassword(app, [admin])
    const visitor = await signedIn(admin.email)
    const form = await formAt(visitor, addressOf(), { answer: 'allow' })
    const codes = await countOf(app, 'oauth_codes')
    const headers = await signIn(app, admin.email)
    await run(app, headers, 'mutation { revokeOtherSessions(input: {}) { revokedSessionIds } }')
    expect(String((await visitor.submit(form)).location)).toMatch(/^\/oauth\/authorize\?/)
    expect(await countOf(app, 'oauth_codes')).toBe(codes)
  })

  test('grants what the page showed, although the app declares more by then', async () => {
    const owner = await createTenant(app)
    const growing = await registerApp(app, owner, { declared_scopes: ['posts:read'] })
    const visitor = await signedIn()
    const { client_id, redirect_uri } = growing
    const form = await formAt(visitor, addressOf({ client_id, redirect_uri }), { answer: 'allow' })
    await app.call('PATCH', `/oauth/apps/${client_id}`, {
      headers: owner.admin.session,
      body: { declared_scopes: ['posts:read', 'posts:write'] },
    })
    const { location } = await visitor.submit(form)
    const code = new URL(String(location)).searchParams.get('code') ?? ''
    expect((await exchange(app, growing, code)).body.scope).toBe('posts:read')
  })
})
