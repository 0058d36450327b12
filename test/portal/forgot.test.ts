import { beforeEach, expect, test } from 'vitest'
import { sendForm } from '../support/clients/host-forms.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { queuedMails } from '../support/clients/queued-mails.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { startApp } from '../support/app.ts'
import { useApp } from '../support/use.ts'

const NEXT = 'another good passphrase'
const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  await app.database.pool.query('delete from failed_attempts')
  tenant = await createTenant(app)
  await givePassword(app, [tenant.admin])
})

const ask = async (visitor: PageVisitor, email: string) => {
  const { text } = await visitor.open('/forgot')
  return visitor.submit(formTo(text, '/forgot', { email }))
}
/** Returns the path of the newest mailed link. */
async function mailed(email: string) {
  const [mail] = await queuedMails(app, email)
  const link = new URL(mail?.values.link ?? '')
  expect(link.origin).toBe(app.url)
  return link.pathname
}

test('a person who forgot the password gets in by the mailed link, without JavaScript', async () => {
  const elsewhere = new PageVisitor(app)
  await elsewhere.signIn(tenant.admin.email, PASSWORD)
  const visitor = new PageVisitor(app)
  expect((await visitor.open('/sign-in')).text).toContain('href="/forgot"')
  const sent = await ask(visitor, tenant.admin.email)
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('a mail is on its way')])
  const path = await mailed(tenant.admin.email)
  const page = await visitor.open(path)
  expect([page.status, page.text]).toEqual([200, expect.not.stringContaining(tenant.admin.email)])
  const short = await visitor.submit(formTo(page.text, path, { password: 'short' }))
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('role="alert"')])
  const done = await visitor.submit(formTo(short.text, path, { password: NEXT }))
  expect([done.status, done.location]).toEqual([303, '/'])
  expect((await visitor.open('/sign-in')).text).toContain(tenant.admin.email)
  expect((await elsewhere.open('/sign-in')).text).not.toContain(tenant.admin.email)
  const again = await visitor.open(path)
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('This link is not open')])
})

test('programs that follow a link a hundred times do not use it, and nothing stores its page', async () => {
  await ask(new PageVisitor(app), tenant.admin.email)
  const path = await mailed(tenant.admin.email)
  for (let time = 0; time < 50; time++) {
    const { status, headers } = await new PageVisitor(app).open(path, { 'User-Agent': 'Scanner/1.0' })
    expect(status).toBe(200)
    expect((await new PageVisitor(app).send(path, { method: 'HEAD' })).status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    // Forms of a page with `no-referrer` have the origin `null`, which is refused. No other site has the address.
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
  const visitor = new PageVisitor(app)
  expect((await visitor.submit({ action: path, fields: { password: NEXT } })).status).toBe(303)
})

test('the page is the same for a known and an unknown address, and refuses other sites', async () => {
  const known = await ask(new PageVisitor(app), tenant.admin.email)
  const unknown = await ask(new PageVisitor(app), `nobody@${tenant.organization.slug}.example`)
  const parts = ({ status, headers, text }: typeof known) => [
    status,
    text,
    [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
  ]
  expect(parts(known)).toEqual(parts(unknown))
  const invalid = await ask(new PageVisitor(app), 'no address')
  expect([invalid.status, invalid.text]).toEqual([400, expect.stringContaining('value="no address"')])
  const form = { action: '/forgot', fields: { email: tenant.admin.email } }
  expect((await new PageVisitor(app).submit(form, { Origin: 'https://evil.example' })).status).toBe(403)
})

test('an own host mails a link to the public URL, because a password counts for all organizations', async () => {
  const host = 'ideas.forgot.example'
  await openPortal(app, tenant, { name: 'Own', portalUrl: `https://${host}` })
  const fields = { email: tenant.admin.email }
  const sent = await sendForm(app, '/forgot', fields, { Host: host, Origin: `https://${host}` })
  expect(sent.status).toBe(200)
  expect(await mailed(tenant.admin.email)).toMatch(/^\/reset\/fopr_/)
})

test('a public server without SMTP says what to do, in the language of its reader', async () => {
  const open = await startApp({ beside: app, publicUrl: 'https://feedback.example.com' })
  const form = { action: '/forgot?lang=de', fields: { email: tenant.admin.email } }
  const answer = await new PageVisitor(open).submit(form, { Origin: 'https://feedback.example.com' })
  expect([answer.status, answer.text]).toEqual([
    503,
    expect.stringContaining('Dieser Server sendet keine E-Mails'),
  ])
  await open.stop()
})
