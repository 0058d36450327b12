import { beforeAll, beforeEach, expect, test } from 'vitest'
import { wordsOf } from '../../src/portal/visit/words.ts'
import { askForCode } from '../support/clients/code-pages.ts'
import { run } from '../support/clients/operations.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { forgetNetworks, lastCodeMail, letSignInsPass, REQUEST } from '../support/clients/sign-in-codes.ts'
import { startApp } from '../support/app.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const POST = '/@acme/p/dark-mode'
let count = 0
const newAddress = () => `reader-${++count}@people.example`

beforeAll(async () => {
  await openPortal(app, tenant, { signUp: 'OPEN' })
  await fillPortal(app, tenant)
})
beforeEach(async () => {
  await letSignInsPass(app, 3600)
})

const rows = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(text, values)).rows

test('a link changes nothing until its button is pressed, a hundred times, and is no page for search engines', async () => {
  const visitor = new PageVisitor(app)
  const email = newAddress()
  const { mail } = await askForCode(app, visitor, await visitor.open(`/sign-in?return_to=${POST}`), email)
  const path = new URL(mail.link).pathname
  for (let index = 0; index < 50; index++) {
    const page = await new PageVisitor(app).open(path)
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
    expect((await new PageVisitor(app).send(path, { method: 'HEAD' })).status).toBe(200)
  }
  expect(await rows('select id from users where email = $1', email)).toEqual([])
  const { headers, text } = await visitor.open(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(text).not.toContain('<script')
  const foreign = await visitor.submit(formTo(text, path), { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(await visitor.submit(formTo(text, path))).toMatchObject({ status: 303, location: POST })
  expect(await visitor.submit(formTo(text, path))).toMatchObject({ status: 303, location: '/@acme' })
  const late = await new PageVisitor(app).submit(formTo(text, path))
  expect(late).toMatchObject({ status: 401, text: expect.stringContaining('The link has expired') })
})

test('known and unknown addresses get equal pages, headers and statements', async () => {
  const { organization, admin } = await createTenant(app, 'secretive')
  const known = admin.email
  const unknown = `x${known.slice(1)}`
  const visitor = new PageVisitor(app)
  const page = await visitor.open(`/sign-in?return_to=/@${organization.slug}`)
  await visitor.submit(formTo(page.text, '/session/code', { email: 'warm-up@people.example' }))
  const seen = []
  for (const email of [known, unknown, known, unknown]) {
    app.statements.length = 0
    const { status, text, headers } = await visitor.submit(formTo(page.text, '/session/code', { email }))
    const { date: _date, 'x-request-id': _id, ...others } = Object.fromEntries(headers)
    const shown = text.replaceAll(email, '').replace(/fosi_\w+/, '')
    const { ratelimit: _limit, ...same } = others
    seen.push({ status, shown, length: text.length, same, statements: [...app.statements] })
  }
  for (const one of seen) expect(one).toEqual(seen[0])
  expect(await rows(`select state from mails where email = $1 group by 1`, unknown)).toEqual([
    { state: 'queued' },
  ])
})

test('a portal of its own host mails links of that host, and signs in there', async () => {
  const host = 'ideas.berlin.example'
  const berlin = await createTenant(app, 'berlin')
  await openPortal(app, berlin, { portalUrl: `https://${host}`, signUp: 'OPEN' })
  const page = await open(app, '/sign-in', { host })
  expect(page.text).toContain('action="/session/code"')
  const email = newAddress()
  for (const [returnTo, base] of [
    ['/', `https://${host}/sign-in/`],
    ['/p/x', `https://${host}/sign-in/`],
    ['/@berlin/p/x', `${app.url}/@berlin/sign-in/`],
  ]) {
    await run(app, {}, REQUEST, { organization: 'berlin', email, returnTo })
    expect((await lastCodeMail(app, email))?.link.startsWith(base ?? '')).toBe(true)
  }
})

test('the pages speak Arabic from right to left, with addresses and codes from left to right', async () => {
  const { text: said } = wordsOf('ar')
  const visitor = new PageVisitor(app)
  const page = await visitor.open(`/sign-in?lang=ar&return_to=${POST}`)
  expect(page.text).toContain('<html lang="ar" dir="rtl">')
  const { page: asked } = await askForCode(app, visitor, page, newAddress())
  expect(asked.text).toContain(said('code.label'))
  expect(asked.text).toMatch(/<b dir="ltr">reader-\d+@people\.example<\/b>/)
})

test('a public server that sends no mail asks for the password, and refuses codes', async () => {
  const closed = await startApp({ publicUrl: 'https://feedback.example' })
  try {
    const other = await createTenant(closed, 'acme')
    await openPortal(closed, other)
    const visitor = new PageVisitor(closed)
    expect((await visitor.open('/sign-in?return_to=/@acme')).text).toContain('type="password"')
    const origin = { Origin: 'https://feedback.example' }
    const fields = { email: newAddress(), return_to: '/@acme' }
    const refused = await visitor.submit({ action: '/session/code', fields }, origin)
    expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('This server sends no mail') })
  } finally {
    await closed.stop()
  }
})

test('a limited network learns it, with the write that was begun', async () => {
  await forgetNetworks(app)
  const visitor = new PageVisitor(app)
  const said = await visitor.submit({ action: `${POST}/comments`, fields: { body: 'Kept' } })
  const send = () => visitor.submit(formTo(said.text, '/session/code', { email: newAddress() }))
  for (let index = 0; index < 20; index++) expect((await send()).status).toBe(200)
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(formTo(refused.text, '/session/code').fields.body).toBe('Kept')
})

test('a closed portal leads to a code, which opens it to a person whom the organization knows', async () => {
  const closed = await createTenant(app, 'closed')
  const reader = new PageVisitor(app)
  const front = await reader.open('/@closed')
  const [, way = ''] = /href="(\/sign-in[^"]*)"/.exec(front.text) ?? []
  const page = await reader.open(way.replaceAll('&amp;', '&'))
  const { page: asked, mail } = await askForCode(app, reader, page, closed.admin.email)
  const entered = await reader.submit(formTo(asked.text, '/session/code/check', { code: mail.code }))
  expect(entered).toMatchObject({ status: 303, location: '/@closed' })
  expect((await reader.open('/@closed')).text).toContain('Sign out')
})
