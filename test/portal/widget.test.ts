import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

const kB = (...texts: string[]) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000

test('the loader is small, sets no cookie, and runs in pages of other sites', async () => {
  const script = await open(app, '/widget.js')
  expect(script.status).toBe(200)
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  })
  expect(script.headers['set-cookie']).toBeUndefined()
  expect(kB(script.text)).toBeLessThanOrEqual(3)
  expect(script.text).not.toMatch(/cookie|innerHTML/)
  expect(await open(app, '/widget.js', { 'If-None-Match': String(script.headers.etag) })).toMatchObject({
    status: 304,
  })
})

test('its page can be framed by every site, with its styles and script, and is small', async () => {
  const page = await open(app, '/@acme/widget')
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Night theme') })
  expect(page.headers['content-security-policy']).toMatch(/frame-ancestors \*$/)
  expect(page.headers['x-frame-options']).toBeUndefined()
  expect(page.text).not.toMatch(/zsecret|<form/)
  const links = [...page.text.matchAll(/(?:src|href)="(\/@acme\/(?:theme\.css|widget-page\.js)[^"]*)"/g)]
  expect(links).toHaveLength(2)
  const files = await Promise.all(links.map(([, path]) => open(app, path ?? '')))
  expect(kB(page.text, ...files.map(({ text }) => text))).toBeLessThanOrEqual(12)
})

test('its page reads as a visitor, also with the session of a browser', async () => {
  const visitor = new PageVisitor(app)
  await visitor.signIn(tenant.admin.email, PASSWORD)
  const page = await visitor.open('/@acme/widget')
  expect(page.text).toBe((await new PageVisitor(app).open('/@acme/widget')).text)
  expect(page.headers.get('vary') ?? '').not.toContain('Cookie')
})

describe('the number of unread entries', () => {
  const unread = async (query: string) => {
    const { text, headers } = await open(app, `/@acme/widget.json${query}`)
    expect(headers['access-control-allow-origin']).toBe('*')
    return JSON.parse(text) as { unread: number; color: string; ink: string }
  }

  test('counts what was published after a time', async () => {
    expect(await unread('')).toEqual({ unread: 1, color: '#4f46e5', ink: '#ffffff', label: 'What’s new' })
    expect(await unread('?after=2000-01-01T00:00:00.000Z')).toMatchObject({ unread: 1 })
    for (const after of ['2999-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
      expect(await unread(`?after=${after}`)).toMatchObject({ unread: 0 })
  })

  test('of an invalid time is not found', async () => {
    for (const after of ['never', '+020000-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])
      expect(await open(app, `/@acme/widget.json?after=${encodeURIComponent(after)}`)).toMatchObject({
        status: 404,
      })
  })
})

test('the scripts of the pages are small, and browsers keep them', async () => {
  const { text } = await open(app, '/@acme')
  const [, path = ''] = /src="(\/@acme\/portal\.js[^"]*)"/.exec(text) ?? []
  const plain = await open(app, path)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(kB(plain.text)).toBeLessThanOrEqual(10)
  const response = await fetch(app.url + path, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toBe(plain.text)
})

test('a portal that is closed to visitors has no widget', async () => {
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  for (const path of ['/@acme/widget', '/@acme/widget.json'])
    expect(await open(app, path)).toMatchObject({ status: 404, text: 'Not found\n' })
})
