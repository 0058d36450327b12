import { beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const NEXT = 'another good passphrase'
const app = useApp()
let tenant: Tenant
let visitor: PageVisitor

beforeEach(async () => {
  await app.database.pool.query('delete from failed_attempts')
  tenant = await createTenant(app)
  await givePassword(app, [tenant.admin])
  visitor = new PageVisitor(app)
  await visitor.signIn(tenant.admin.email, PASSWORD)
})

const change = (fields: object, headers: Record<string, string> = {}) =>
  visitor.send('/session/password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: app.url, ...headers },
    body: JSON.stringify(fields),
  })
const isSignedIn = async (who: PageVisitor) => (await who.open('/sign-in')).text.includes(tenant.admin.email)

test('changes the password, ends the other sessions and keeps the browser signed in', async () => {
  const elsewhere = new PageVisitor(app)
  await elsewhere.signIn(tenant.admin.email, PASSWORD)
  const { cookie } = visitor
  const answer = await change({ current_password: PASSWORD, new_password: NEXT })
  expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([204, '', 'no-store'])
  expect(visitor.cookie).not.toBe(cookie)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await isSignedIn(elsewhere)).toBe(false)
  const headers = await signIn(app, tenant.admin.email, tenant.organization.slug, NEXT)
  const { sessions } = await run(app, headers, '{ sessions { totalCount } }')
  expect(sessions.totalCount).toBe(2)
})

test('refuses a wrong or an unsuitable password with the field, and changes nothing', async () => {
  const wrong = await change({ current_password: 'wrong', new_password: NEXT })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringMatching(/current_password.*is wrong/)])
  const short = await change({ current_password: PASSWORD, new_password: 'short' })
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('new_password')])
  const missing = await change({})
  expect(missing.status).toBe(422)
  expect(await isSignedIn(visitor)).toBe(true)
  expect((await new PageVisitor(app).signIn(tenant.admin.email, PASSWORD)).status).toBe(303)
})

test('is refused without a session and to other sites', async () => {
  const fields = { current_password: PASSWORD, new_password: NEXT }
  for (const Origin of ['https://evil.example', 'null'])
    expect((await change(fields, { Origin })).status).toBe(403)
  visitor.cookie = ''
  expect((await change(fields)).status).toBe(401)
  expect((await new PageVisitor(app).signIn(tenant.admin.email, PASSWORD)).status).toBe(303)
})
