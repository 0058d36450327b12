import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { connect, subscriptionsOpen } from '../support/clients/sockets.ts'
import { stopClock } from '../support/clock.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const port = () => new URL(app.url).port

beforeAll(() => givePassword(app, [tenant.admin]))

async function signedIn(): Promise<PageVisitor> {
  const visitor = new PageVisitor(app)
  const { status } = await visitor.signIn(tenant.admin.email, PASSWORD)
  if (status !== 303) throw new Error(`not signed in: ${status}`)
  return visitor
}

const VIEWER = '{ viewer { account { email } organization { slug } } }'
/** Reads the viewer as `fetch` of one of our own pages does. */
async function viewer(visitor: PageVisitor, headers: Record<string, string> = {}) {
  const { status, text } = await visitor.send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: app.url, ...headers },
    body: JSON.stringify({ query: VIEWER }),
  })
  return { status, viewer: JSON.parse(text).data?.viewer }
}
const sessions = async () => {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from sessions order by id')
  return rows.map(({ id }) => id)
}

describe('signing in', () => {
  test('a form leads on with a cookie that no script, other site or plain connection receives', async () => {
    const visitor = new PageVisitor(app)
    const page = await visitor.open('/sign-in?return_to=/docs')
    expect(page.status).toBe(200)
    const form = formTo(page.text, '/session', { email: tenant.admin.email, password: PASSWORD })
    const answer = await visitor.submit(form)
    expect([answer.status, answer.location, answer.text]).toEqual([303, '/docs', ''])
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^__Host-echolog-${port()}=fose_[0-9A-Za-z]+; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$`,
      ),
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await viewer(visitor)).viewer.account.email).toBe(tenant.admin.email)
    const again = await visitor.open('/sign-in')
    expect(again.text).toContain(tenant.admin.email)
    expect(again.text).not.toContain(visitor.cookie.split('=')[1])
  })

  test('JSON answers 204 with the cookie and no body', async () => {
    const visitor = new PageVisitor(app)
    const { status, text } = await visitor.send('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: app.url },
      body: JSON.stringify({ email: tenant.admin.email, password: PASSWORD }),
    })
    expect([status, text]).toEqual([204, ''])
    expect((await viewer(visitor)).viewer.account.email).toBe(tenant.admin.email)
  })

  test('a wrong password is a page that keeps the address and the way back', async () => {
    const visitor = new PageVisitor(app)
    const answer = await visitor.signIn(tenant.admin.email, 'wrong', '/docs?a=1&b=2')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.text).toContain('role="alert"')
    const { fields } = formTo(answer.text, '/session')
    expect(fields).toEqual({ return_to: '/docs?a=1&b=2', email: tenant.admin.email, password: '' })
  })

  test('too many wrong passwords are answered in words with the delay', async () => {
    const visitor = new PageVisitor(app)
    const email = `stranger@${tenant.organization.slug}.example`
    let answer = await visitor.signIn(email, 'wrong')
    for (let times = 0; times < 8 && answer.status === 401; times++)
      answer = await visitor.signIn(email, 'wrong')
    expect(answer.status).toBe(429)
    const seconds = answer.headers.get('retry-after')
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(answer.text).toContain(`Too many sign-in attempts. Try again in ${seconds} second`)
  })

  test('signing in again ends the former session of the browser', async () => {
    const visitor = await signedIn()
    const before = await sessions()
    const { status } = await visitor.signIn(tenant.admin.email, PASSWORD)
    expect(status).toBe(303)
    const after = await sessions()
    expect(after.length).toBe(before.length)
    expect(after).not.toContain(before.at(-1))
  })
})

describe('the address to which signing in leads', () => {
  test.each([
    ['/docs', '/docs'],
    ['/oauth/authorize?client_id=a&state=%2F%2Fx#y', '/oauth/authorize?client_id=a&state=%2F%2Fx#y'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['\t//evil.example', '/'],
    ['/\n/evil.example', '/'],
    [' //evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['/%2e%2e//evil.example', '/'],
    ['https://evil.example', '/'],
    ['https:evil.example', '/'],
    ['HTTPS:/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['data:text/html,x', '/'],
    ['@evil.example', '/'],
    ['.evil.example', '/'],
    ['docs', '/'],
    ['/docs\r\nSet-Cookie: a=b', '/'],
    ['/é', '/'],
    ['', '/'],
    [`/${'a'.repeat(10_000)}`, '/'],
  ])('%j is %j', async (sent, expected) => {
    const visitor = new PageVisitor(app)
    const answer = await visitor.signIn(tenant.admin.email, PASSWORD, sent)
    expect([answer.status, answer.location]).toEqual([303, expected])
    const resolved = new URL(String(answer.location), app.url)
    expect(resolved.origin).toBe(new URL(app.url).origin)
    const page = await new PageVisitor(app).open(`/sign-in?return_to=${encodeURIComponent(sent)}`)
    expect(formTo(page.text, '/session').fields.return_to).toBe(expected)
  })
})

describe('signing out', () => {
  // No credential is checked because of its age, so that only a detected change ends a socket.
  beforeEach(stopClock)

  test.each<[string, (visitor: PageVisitor) => Promise<{ status: number; location: string | null }>]>([
    ['a form', (visitor) => visitor.submit({ action: '/session/end', fields: { return_to: '/docs' } })],
    [
      'DELETE /session',
      (visitor) => visitor.send('/session', { method: 'DELETE', headers: { Origin: app.url } }),
    ],
  ])('by %s ends the session in the database, which ends its socket', async (_how, leave) => {
    const visitor = await signedIn()
    const { cookie } = visitor
    const slug = tenant.organization.slug
    const client = await connect(app, { 'X-Organization': slug }, { headers: { cookie, Origin: app.url } })
    client.subscribe('1', 'subscription { events { id } }')
    await subscriptionsOpen(app, 1)
    const count = (await sessions()).length
    const { status, location } = await leave(visitor)
    expect([status, location]).toEqual(status === 303 ? [303, '/docs'] : [204, null])
    expect(visitor.cookie).toBe('')
    expect((await sessions()).length).toBe(count - 1)
    expect((await client.end()).code).toBe(4403)
    visitor.cookie = cookie
    expect((await viewer(visitor)).status).toBe(401)
  })

  test('elsewhere ends the cookie here, and a page then asks to sign in', async () => {
    const visitor = await signedIn()
    const headers = await signIn(app, tenant.admin.email)
    await run(app, headers, 'mutation { revokeOtherSessions(input: {}) { revokedSessionIds } }')
    expect((await viewer(visitor)).status).toBe(401)
    const page = await visitor.open('/sign-in')
    expect([page.status, page.text.includes('type="password"')]).toEqual([200, true])
    const out = await visitor.submit({ action: '/session/end', fields: {} })
    expect([out.status, out.location]).toEqual([303, '/sign-in'])
  })
})
