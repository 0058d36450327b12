import { Script } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const visit = (query: string, accept = BROWSER, headers = {}) =>
  fetch(`${app.url}/oauth/authorize?${query}`, {
    headers: { Accept: accept, ...headers },
    redirect: 'manual',
  })

test('serves browsers a page that cannot be framed or cached and loads nothing', async () => {
  const response = await visit('client_id=x')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  expect(policy.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
  ])
  expect(response.headers.get('x-frame-options')).toBe('DENY')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const page = await response.text()
  expect(page.match(/<(script|style)\b[^>]*>/g)).toEqual([
    `<style nonce="${nonce}">`,
    `<script nonce="${nonce}">`,
  ])
  expect(page).not.toMatch(/\bsrc=|\bhref=|https?:\/\/(?!127\.0\.0\.1)|\son\w+=|innerHTML|javascript:/)
  const again = (await visit('client_id=x')).headers.get('content-security-policy')
  expect(again).not.toBe(policy)
})

test("the page's script is valid JavaScript", async () => {
  const page = await (await visit('')).text()
  const source = /<script[^>]*>([^]*)<\/script>/.exec(page)?.[1] ?? ''
  expect(() => new Script(source)).not.toThrow()
})

test('includes nothing of the request in the page, and does not redirect', async () => {
  const evil = '"><script>alert(1)</script>'
  const query = new URLSearchParams({
    client_id: evil,
    redirect_uri: `https://evil.example/${evil}`,
    state: evil,
  })
  const response = await visit(query.toString())
  expect(response.status).toBe(200)
  expect(response.headers.get('location')).toBeNull()
  const page = await response.text()
  expect(page).not.toContain('alert(1)')
  expect(page).not.toContain('evil.example')
})

test.each(['application/json', '*/*', 'application/json, text/html;q=0.5'])(
  'serves JSON to %s',
  async (accept) => {
    const { client_id, redirect_uri } = client
    const query = new URLSearchParams({ client_id, redirect_uri }).toString()
    const response = await visit(query, accept, target.admin.session)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ app: { client_id } })
  },
)
