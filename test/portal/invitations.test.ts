import { beforeEach, describe, expect, test } from 'vitest'
import { addressIn, invitationsAt } from '../support/clients/invitations.ts'
import { formsOf, formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, letSessionsPass, PASSWORD } from '../support/clients/sessions.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let number = 0
let email: string
let path: string
let invitationId: string

beforeEach(async () => {
  // The failures of other tests would delay this one.
  await app.database.pool.query('delete from failed_attempts')
  email = addressIn(tenant, `invited-${++number}`)
  const { token, invitation } = await invitationsAt(app).invite(tenant, email, 'ADMIN')
  invitationId = invitation.id
  path = `/invitations/${token}`
})

const roleOf = async (address: string) => {
  const { rows } = await app.database.pool.query<{ role: string }>(
    'select role from users where organization_id = $1 and email = $2 and accepted_at is not null',
    [tenant.organization.id, address],
  )
  return rows.map(({ role }) => role)
}
const join = (visitor: PageVisitor, fields: Record<string, string> = { password: PASSWORD, name: 'Ann' }) =>
  visitor.submit({ action: path, fields })

describe('the page of an invitation', () => {
  test('shows what it is for, consumes nothing by GET, HEAD or previews, and stays out of indexes', async () => {
    for (const agent of ['Slackbot-LinkExpanding 1.0', 'Twitterbot/1.0', 'Mozilla/5.0']) {
      const page = await new PageVisitor(app).open(path, { 'User-Agent': agent })
      expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect(page.text).toContain(`Join Name of ${tenant.organization.slug}`)
      expect(page.text).toContain(`i***@${tenant.organization.slug}.example`)
      expect(page.text).not.toContain(email)
    }
    expect((await new PageVisitor(app).send(path, { method: 'HEAD' })).status).toBe(200)
    expect(await roleOf(email)).toEqual([])
    const visitor = new PageVisitor(app)
    const { text } = await visitor.open(path)
    const answer = await visitor.submit(formTo(text, path, { password: PASSWORD, name: 'Ann' }))
    expect([answer.status, answer.location]).toEqual([303, '/console'])
    expect(await roleOf(email)).toEqual(['admin'])
  })

  test('signs a new account in', async () => {
    const visitor = new PageVisitor(app)
    await join(visitor)
    expect((await visitor.open('/sign-in')).text).toContain(email)
  })

  test('keeps an unsuitable password on the page with the reason', async () => {
    for (const password of ['', 'short']) {
      const visitor = new PageVisitor(app)
      const answer = await join(visitor, { password, name: 'Ann' })
      expect([answer.status, visitor.cookie]).toEqual([422, ''])
      expect(answer.text).toContain('role="alert"')
      expect(formTo(answer.text, path).action).toBe(path)
    }
    expect(await roleOf(email)).toEqual([])
  })

  test('is accepted once of two at once', async () => {
    const answers = await Promise.all([1, 2].map(() => join(new PageVisitor(app))))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
    expect(await roleOf(email)).toEqual(['admin'])
    const later = await new PageVisitor(app).open(path)
    expect([later.status, formsOf(later.text)]).toEqual([404, []])
    expect(later.text).toContain('This invitation is not open')
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'withdrawn',
      () =>
        run(
          app,
          tenant.admin.session,
          'mutation ($id: ID!) { withdrawInvitation(input: { id: $id }) { invitation { id } } }',
          { id: invitationId },
        ),
    ],
    ['expired', () => letSessionsPass(app, 8 * 86_400)],
    ['misspelled', async () => (path += 'x')],
  ])('that is %s is no page and cannot be accepted', async (_how, end) => {
    await end()
    expect((await new PageVisitor(app).open(path)).status).toBe(404)
    expect((await join(new PageVisitor(app))).status).toBe(404)
    expect(await roleOf(email)).toEqual([])
  })

  test('shows markup in the name of the organization as text', async () => {
    await app.database.pool.query('update organizations set name = $1 where id = $2', [
      '<script>alert(1)</script>',
      tenant.organization.id,
    ])
    const { text } = await new PageVisitor(app).open(path)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script')
  })
})

describe('an account that exists', () => {
  test('signs in on the way, and joins with a button and no password', async () => {
    const owner = await createTenant(app)
    const other = await owner.member('member', email)
    await givePassword(app, [other])
    const visitor = new PageVisitor(app)
    const { text } = await visitor.open(path)
    const link = /href="(\/sign-in[^"]*)"/.exec(text)?.[1] ?? ''
    const signInPage = await visitor.open(link)
    const back = await visitor.submit(formTo(signInPage.text, '/session', { email, password: PASSWORD }))
    expect([back.status, back.location]).toEqual([303, path])
    const page = await visitor.open(path)
    expect(page.text).toContain(`Join as ${email}`)
    const { status } = await visitor.submit(formTo(page.text, path))
    expect([status, await roleOf(email)]).toEqual([303, ['admin']])
  })

  test('keeps its password, beside the account of the organization that the link makes', async () => {
    const other = await (await createTenant(app)).member('member', email)
    await givePassword(app, [other])
    const answer = await join(new PageVisitor(app), { password: 'another password', name: 'Eve' })
    expect([answer.status, await roleOf(email)]).toEqual([303, ['admin']])
    for (const password of [PASSWORD, 'another password'])
      expect((await new PageVisitor(app).signIn(email, password)).status).toBe(303)
  })

  test('of another address is refused on the page', async () => {
    const { admin } = await createTenant(app)
    await givePassword(app, [admin])
    const visitor = new PageVisitor(app)
    await visitor.signIn(admin.email, PASSWORD)
    const answer = await visitor.submit(formTo((await visitor.open(path)).text, path))
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('role="alert"')
    expect(await roleOf(email)).toEqual([])
    expect(await roleOf(admin.email)).toEqual([])
  })
})
