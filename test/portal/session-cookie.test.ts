import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { rawConnection } from '../support/clients/raw-http.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let victim: PageVisitor

beforeAll(() => givePassword(app, [tenant.admin]))
beforeEach(async () => {
  victim = new PageVisitor(app)
  await victim.signIn(tenant.admin.email, PASSWORD)
})

const port = () => new URL(app.url).port
const VIEWER = '{ viewer { authority role } }'
const inOrganization = () => ({ 'X-Organization': tenant.organization.slug })

describe('the cookie', () => {
  const own = () => ({ ...inOrganization(), Origin: app.url, Accept: 'application/json' })

  test.each([
    ['GET', '/api/v3/tags'],
    ['GET', '/api/v3/session_info'],
    ['GET', '/oauth/apps'],
    ['GET', '/oauth/installs'],
    ['GET', '/oauth/authorize?client_id=x&redirect_uri=y'],
    ['POST', '/oauth/authorize/consent'],
  ])('does not count at %s %s', async (method, path) => {
    const json = { 'Content-Type': 'application/json' }
    const answer = await victim.send(path, {
      method,
      headers: { ...own(), ...json },
      ...(method === 'POST' && { body: '{}' }),
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test.each<[string, () => string]>([
    ['another port', () => victim.cookie.replace(port(), '9')],
    [
      'another kind of token',
      () => `${victim.cookie.split('=')[0]}=${tenant.admin.session.Authorization?.slice(7)}`,
    ],
    ['two values', () => `${victim.cookie}; ${victim.cookie}`],
    ['an upper-case name', () => victim.cookie.replace('__Host-echolog', '__Host-ECHOLOG')],
    ['a name without the prefix', () => victim.cookie.replace('__Host-', '')],
  ])('of %s does not count', async (_name, cookie) => {
    victim.cookie = cookie()
    expect(JSON.parse((await victim.graphql(VIEWER, own())).text).data).toEqual({ viewer: null })
  })

  test('does not count for a page inside a frame, and counts for a load from another site', async () => {
    for (const destination of ['iframe', 'frame', 'embed', 'object', 'fencedframe']) {
      const { text } = await victim.open('/sign-in', { 'Sec-Fetch-Dest': destination })
      expect(text).not.toContain(tenant.admin.email)
    }
    const { text } = await victim.open('/sign-in', {
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(text).toContain(tenant.admin.email)
  })

  test('is not offered to other origins by CORS', async () => {
    const { headers } = await victim.graphql(VIEWER, { ...inOrganization(), Origin: 'https://evil.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await victim.send('/session', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('pages for signing in have the policy of the portal', async () => {
  for (const path of ['/sign-in', '/forgot', '/reset/fopr_x', '/invitations/foin_x', '/@x/sso']) {
    const { headers } = await new PageVisitor(app).open(path)
    expect(headers.get('content-security-policy')?.split('; ').sort()).toEqual(
      [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        `img-src 'self' data: https: ${app.url}`,
        "script-src 'self'",
        "style-src 'self'",
      ].sort(),
    )
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

describe('the name of the cookie', () => {
  const nameAt = async (publicUrl: string) => {
    const other = await startApp({ beside: app, publicUrl })
    try {
      const visitor = new PageVisitor(other)
      const fields = { email: tenant.admin.email, password: PASSWORD }
      const { origin } = new URL(publicUrl)
      const { headers } = await visitor.submit({ action: '/session', fields }, { Origin: origin })
      return headers.get('set-cookie')?.replace(/=fose_\w+/, '') ?? null
    } finally {
      await other.stop()
    }
  }
  const ATTRIBUTES = 'HttpOnly; SameSite=Lax; Max-Age=2592000'

  test.each([
    ['https://feedback.example', `__Host-echolog; Path=/; Secure; ${ATTRIBUTES}`],
    ['https://feedback.example:8443', `__Host-echolog-8443; Path=/; Secure; ${ATTRIBUTES}`],
    ['http://localhost:4000', `__Host-echolog-4000; Path=/; Secure; ${ATTRIBUTES}`],
    ['http://feedback.example', `echolog; Path=/; ${ATTRIBUTES}`],
    ['http://feedback.example:81', `echolog-81; Path=/; ${ATTRIBUTES}`],
    ['http://localhost.evil.example', `echolog; Path=/; ${ATTRIBUTES}`],
  ])('at %s follows the public URL', async (publicUrl, expected) => {
    expect(await nameAt(publicUrl)).toBe(expected)
  })

  test('without a public URL follows the host of the request', async () => {
    const body = new URLSearchParams({ email: tenant.admin.email, password: PASSWORD }).toString()
    const connection = await rawConnection(
      app,
      `POST /session HTTP/1.1\r\nHost: box.lan:99\r\nOrigin: http://box.lan:99\r\nConnection: close\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const text = await connection.closed
    expect(text).toMatch(/^HTTP\/1.1 303/)
    expect(text).toMatch(/Set-Cookie: echolog-99=fose_\w+; Path=\/; HttpOnly/)
  })
})
