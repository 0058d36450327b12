import { beforeAll, describe, expect, test } from 'vitest'
import { registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { BROWSER, formsOf, formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'{{7*7}}'
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app), {
    name: EVIL.slice(0, 60),
    redirect_uris: ['https://app.example/callback', 'https://app.example/cb?a=1', 'http://[::1]:81/cb'],
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

const policyOf = (headers: Headers) => headers.get('content-security-policy')?.split('; ').sort()
const policy = (formAction: string) => [
  "base-uri 'none'",
  "default-src 'none'",
  "font-src 'self'",
  `form-action ${formAction}`,
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "style-src 'self'",
]

describe('the page', () => {
  test('cannot be framed or cached, runs no script and loads only its styles and font', async () => {
    const visitor = await signedIn()
    for (const [address, formAction] of [
      [addressOf(), "'self' https://app.example"],
      [addressOf({ redirect_uri: 'http://[::1]:81/cb' }), "'self' http:"],
      [addressOf({ redirect_uri: 'https://evil.example' }), "'self'"],
    ] as const) {
      const { headers, text } = await visitor.open(address)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(policyOf(headers)).toEqual(policy(formAction))
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('vary')).toBe('Accept')
      expect(headers.get('cross-origin-opener-policy')).toBeNull()
      const tags = text.match(/<[^>]*>/g)?.join('\n') ?? ''
      expect(tags).not.toMatch(/<(script|style|img|iframe)\b|\son\w+=|\bstyle=|javascript:/)
      expect([...text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, link]) => link)).toEqual([
        'data:,',
        '/inter.woff2',
        expect.stringMatching(/^\/page\.css\?v=[0-9a-f]{12}$/),
        ...(formAction === "'self'"
          ? []
          : [expect.stringMatching(/^\/brand\.css\?color=[0-9a-f]{6}&amp;v=/)]),
      ])
    }
  })

  test('loads a style that is kept for a year and fetches only the font', async () => {
    const { text } = await new PageVisitor(app).open('/sign-in')
    const path = /href="(\/page\.css[^"]*)"/.exec(text)?.[1] ?? ''
    const style = await new PageVisitor(app).open(path)
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(style.text).not.toMatch(/url\((?!'inter[\w-]*\.woff2'\))|@import/)
  })

  test('shows markup in names as text, and where the person goes', async () => {
    const { text, status } = await (await signedIn()).open(addressOf({ state: EVIL, scope: 'posts:read' }))
    expect(status).toBe(200)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img')
    expect(text).toContain('<strong class="target">app.example</strong>')
    expect(text).toContain('Read posts')
    expect(text).not.toContain('Create, change, merge')
    expect(formTo(text, '/oauth/authorize').fields.state).toBe(EVIL)
  })

  test('shows nothing of an unvalidated request, and leads nowhere', async () => {
    const visitor = await signedIn()
    for (const parameters of [
      { client_id: EVIL },
      { client_id: 'foapp_unknown' },
      { redirect_uri: `https://evil.example/${EVIL}` },
      { redirect_uri: 'https://app.example/callback/' },
      { redirect_uri: 'https://APP.example/callback' },
      { redirect_uri: 'https://app.example/callback?x=1' },
      { redirect_uri: '' },
    ]) {
      const { status, headers, location, text } = await visitor.open(
        addressOf({ state: EVIL, ...parameters }),
      )
      expect([status, location]).toEqual([400, null])
      expect(headers.get('refresh')).toBeNull()
      expect(formsOf(text)).toEqual([])
      expect(text).not.toMatch(/<a\b|alert\(1\)|evil\.example|http-equiv/)
    }
  })

  test.each<[string, Record<string, string>, number]>([
    ['an undeclared scope', { scope: 'tags:read' }, 400],
    ['an unknown response type', { response_type: 'token' }, 400],
    ['the plain challenge method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 400],
  ])('refuses %s in a page without a form', async (_what, parameters, expected) => {
    const { status, text, location } = await (await signedIn()).open(addressOf(parameters))
    expect([status, location, formsOf(text)]).toEqual([expected, null, []])
    expect(text).toContain('This app cannot be connected')
  })

  test('refuses repeated parameters', async () => {
    const repeated = `${addressOf()}&redirect_uri=https%3A%2F%2Fevil.example`
    const { status, text } = await (await signedIn()).open(repeated)
    expect([status, formsOf(text)]).toEqual([400, []])
  })

  test('is refused inside a frame', async () => {
    const { status, text } = await (await signedIn()).open(addressOf(), { 'Sec-Fetch-Dest': 'iframe' })
    expect([status, formsOf(text)]).toEqual([403, []])
  })

  test.each(['application/json', '*/*', 'application/json, text/html;q=0.5'])(
    'is JSON for %s',
    async (Accept) => {
      const { headers, text } = await new PageVisitor(app).open(addressOf(), {
        ...target.admin.session,
        Accept,
      })
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(JSON.parse(text)).toMatchObject({ app: { client_id: client.client_id } })
    },
  )
})

test('the page to sign in names the app and its organization, also after a wrong password', async () => {
  const visitor = new PageVisitor(app)
  const names = ['<p>Connect &quot;&gt;&lt;script&gt;', '<p class="by">made by Name of']
  const { status, text } = await visitor.open(addressOf({ scope: 'posts:read' }))
  expect(status).toBe(200)
  for (const name of names) expect(text).toContain(name)
  const { action, fields } = formTo(text, '/session')
  const wrong = await visitor.submit({ action, fields: { ...fields, email: 'a@b.example', password: 'no' } })
  expect(wrong.status).toBe(401)
  for (const name of names) expect(wrong.text).toContain(name)
})

test('an unknown client and a foreign redirect URI are refused before the sign-in', async () => {
  for (const parameters of [{ client_id: 'foapp_unknown' }, { redirect_uri: 'https://evil.example' }]) {
    const { status, text } = await new PageVisitor(app).open(addressOf(parameters))
    expect([status, formsOf(text)]).toEqual([400, []])
    expect(text).toContain('This app cannot be connected')
  }
})

test('a request with a bearer credential is answered with JSON, also for a browser', async () => {
  for (const [Authorization, expected] of [
    [target.admin.session.Authorization ?? '', 200],
    ['Bearer foot_unknown', 401],
  ] as const) {
    const { status, headers } = await new PageVisitor(app).open(addressOf(), {
      Authorization,
      Accept: BROWSER,
    })
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/json; charset=utf-8'])
  }
})

test('a person who is no admin is asked nothing but to deny or to sign in as another', async () => {
  const member = await target.member('member')
  await givePassword(app, [member])
  const visitor = new PageVisitor(app)
  await visitor.signIn(member.email, PASSWORD)
  const { text } = await visitor.open(addressOf())
  expect(text).toContain('You are not an admin of any organization.')
  expect(text).not.toContain('value="allow"')
  expect(formsOf(text).map(({ action }) => action)).toEqual(['/oauth/authorize', '/session/end'])
})

test('a suspended app is refused in a page', async () => {
  const owner = await createTenant(app)
  const suspended = await registerApp(app, owner)
  const { client_id, redirect_uri } = suspended
  await app.call('POST', `/oauth/apps/${client_id}/suspend`, { headers: owner.admin.session })
  const { status, text } = await (
    await signedIn()
  ).open(addressOf({ client_id, redirect_uri }), { Accept: BROWSER })
  expect([status, formsOf(text)]).toEqual([403, []])
})
