import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { SignJWT } from 'jose'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

beforeAll(() => givePassword(app, [tenant.admin]))

const tokenFor = (email: string, lifetime: string | null = '5 minutes', key = tenant.ssoKey) => {
  const token = new SignJWT({ email, name: email, jti: randomUUID() }).setProtectedHeader({ alg: 'HS256' })
  return (lifetime === null ? token : token.setExpirationTime(lifetime)).sign(new TextEncoder().encode(key))
}
const linkTo = (token: string, parameters: Record<string, string> = {}) =>
  `/@${tenant.organization.slug}/sso?${new URLSearchParams({ token, ...parameters }).toString()}`
const signedInAs = async (visitor: PageVisitor) =>
  /[\w.+-]+@[\w.-]+\.example/.exec((await visitor.open('/sign-in')).text)?.[0] ?? null

describe('an SSO link', () => {
  test('starts a session, and leads on without the token and without a referrer', async () => {
    const visitor = new PageVisitor(app)
    const answer = await visitor.open(linkTo(await tokenFor('one@sso.example'), { return_to: '/docs' }))
    expect([answer.status, answer.location, answer.text]).toEqual([303, '/docs', ''])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await signedInAs(visitor)).toBe('one@sso.example')
  })

  test('leads to the portal of the organization by default, and never to another site', async () => {
    for (const return_to of ['', '//evil.example', 'https://evil.example', '/\\evil.example']) {
      const { location } = await new PageVisitor(app).open(
        linkTo(await tokenFor('one@sso.example'), { return_to }),
      )
      expect(location).toBe(`/@${tenant.organization.slug}`)
    }
  })

  test('signs in once, also in parallel, and leads the person on whom it has signed in', async () => {
    const link = linkTo(await tokenFor('once@sso.example'), { return_to: '/docs' })
    const visitors = Array.from({ length: 5 }, () => new PageVisitor(app))
    const answers = await Promise.all(visitors.map((visitor) => visitor.open(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401])
    const [first] = visitors.filter(({ cookie }) => cookie !== '')
    expect(await first?.open(link)).toMatchObject({ status: 303, location: '/docs' })
    expect(await signedInAs(new PageVisitor(app))).toBeNull()
  })

  test('acts in the organization that signed it only', async () => {
    const other = await createTenant(app)
    const visitor = new PageVisitor(app)
    await visitor.open(linkTo(await tokenFor('one@sso.example')))
    const statusIn = async (slug: string) => {
      const headers = { 'Content-Type': 'application/json', Origin: app.url, 'X-Organization': slug }
      const body = JSON.stringify({ query: '{ viewer { authority } }' })
      return (await visitor.send('/graphql', { method: 'POST', headers, body })).status
    }
    expect(await statusIn(tenant.organization.slug)).toBe(200)
    expect(await statusIn(other.organization.slug)).toBe(403)
  })

  test.each<[string, () => Promise<string>]>([
    ['without an expiry', () => tokenFor('one@sso.example', null)],
    ['that expires in an hour', () => tokenFor('one@sso.example', '1 hour')],
    ['that has expired', () => tokenFor('one@sso.example', '-5 minutes')],
    ['of another key', () => tokenFor('one@sso.example', '5 minutes', 'k'.repeat(64))],
    ['that is no JWT', async () => 'x'],
  ])('with a token %s is a page without a session', async (_what, token) => {
    const visitor = new PageVisitor(app)
    const { status, text } = await visitor.open(linkTo(await token()))
    expect([status, visitor.cookie]).toEqual([401, ''])
    expect(text).toContain('This link cannot be used')
  })

  test('of an unknown organization is the same page', async () => {
    const { status } = await new PageVisitor(app).open(
      `/@unknown/sso?token=${await tokenFor('one@sso.example')}`,
    )
    expect(status).toBe(401)
  })

  test.each(['image', 'iframe', 'script', 'empty'])(
    'starts no session as the destination %s',
    async (dest) => {
      const visitor = new PageVisitor(app)
      const { status } = await visitor.open(linkTo(await tokenFor('one@sso.example')), {
        'Sec-Fetch-Dest': dest,
      })
      expect([status, visitor.cookie]).toEqual([403, ''])
    },
  )
})

describe('a person who is signed in', () => {
  test('is asked before a link signs them in as another', async () => {
    const visitor = new PageVisitor(app)
    await visitor.signIn(tenant.admin.email, PASSWORD)
    const { cookie } = visitor
    const link = linkTo(await tokenFor('two@sso.example'), { return_to: '/docs' })
    const page = await visitor.open(link, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' })
    expect([page.status, visitor.cookie]).toEqual([200, cookie])
    expect(page.text).toContain(tenant.admin.email)
    const form = formTo(page.text, `/@${tenant.organization.slug}/sso`)
    const forged = await visitor.submit(form, { Origin: 'https://evil.example' })
    expect([forged.status, visitor.cookie]).toEqual([403, cookie])
    const answer = await visitor.submit(form)
    expect([answer.status, answer.location]).toEqual([303, '/docs'])
    expect(await signedInAs(visitor)).toBe('two@sso.example')
    visitor.cookie = cookie
    expect(await signedInAs(visitor)).toBeNull()
  })

  test('follows a link of their own without a question', async () => {
    const visitor = new PageVisitor(app)
    await visitor.open(linkTo(await tokenFor('three@sso.example')))
    const { status } = await visitor.open(linkTo(await tokenFor('THREE@sso.example')))
    expect([status, await signedInAs(visitor)]).toEqual([303, 'three@sso.example'])
  })
})
