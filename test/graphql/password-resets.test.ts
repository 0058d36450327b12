import { beforeEach, expect, test } from 'vitest'
import { linkToReset } from '../../src/cli/link-to-reset.ts'
import { addressIn, inOrganization, invitationsAt } from '../support/clients/invitations.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { queuedMails } from '../support/clients/queued-mails.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'
import { passwordResetsAt, RESET } from '../support/clients/password-resets.ts'

const ME = '{ viewer { role } }'
const NEXT = 'another good passphrase'

const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant(app)
  await app.database.pool.query('delete from failed_attempts')
})

const { look, letPass, tokenOf } = passwordResetsAt(app)
const signsIn = (email: string, password: string) =>
  signIn(app, email, tenant.organization.slug, password).then(
    () => true,
    () => false,
  )

test('a mailed link sets the password once, ends all sessions, signs in, and mails the change', async () => {
  const person = await tenant.member('member')
  await givePassword(app, [person])
  const earlier = await signIn(app, person.email, tenant.organization.slug)
  const token = await tokenOf(person.email.toUpperCase())
  expect(await look(token)).toMatchObject({
    maskedEmail: `${person.email[0]}***@${person.email.split('@')[1]}`,
  })
  const { session } = (await run(app, {}, RESET, { token, password: NEXT })).resetPassword
  const now = inOrganization({ Authorization: `Bearer ${session.token}` }, tenant)
  expect((await run(app, now, ME)).viewer.role).toBe('MEMBER')
  expect(await refusal(app, earlier, ME)).toMatchObject({ status: 401 })
  // Signed tokens contain times in whole seconds, and this one is of the same second.
  await app.database.pool.query(
    `update accounts set sessions_valid_from = sessions_valid_from + interval '1 second' where id = $1`,
    [person.accountId],
  )
  expect(await refusal(app, person.session, ME)).toMatchObject({ status: 401 })
  expect([await signsIn(person.email, PASSWORD), await signsIn(person.email, NEXT)]).toEqual([false, true])
  expect(await queuedMails(app, person.email)).toMatchObject([
    { organizationId: 0, kind: 'password_changed', locale: 'de', accountId: person.accountId, values: {} },
    { organizationId: 0, kind: 'password_reset', locale: 'de', accountId: null },
  ])
  expect(await look(token)).toBeNull()
  expect(await refusal(app, {}, RESET, { token, password: PASSWORD })).toMatchObject({ code: 'NOT_FOUND' })
})

test('of many concurrent uses of a link one succeeds', async () => {
  const { email } = await tenant.member('member')
  const token = await tokenOf(email)
  const uses = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const body = { query: RESET, variables: { token, password: `${NEXT} ${number}` } }
      return sendFrom(`127.0.7.${number + 1}`, app, { path: '/graphql', body })
    }),
  )
  expect(uses.filter(({ body }) => body.data.resetPassword.session !== null)).toHaveLength(1)
})

test('an unsuitable password uses no link', async () => {
  const { email } = await tenant.member('member')
  const token = await tokenOf(email)
  expect(await refusal(app, {}, RESET, { token, password: 'short' })).toMatchObject({
    status: 422,
    field: ['newPassword'],
  })
  await run(app, {}, RESET, { token, password: NEXT })
})

test('a link ends after 30 minutes by the clock of the database, and with the use of another one', async () => {
  const { email } = await tenant.member('member')
  const late = await tokenOf(email)
  await letPass(1_799)
  expect(await look(late)).not.toBeNull()
  await letPass(1)
  expect(await refusal(app, {}, RESET, { token: late, password: NEXT })).toMatchObject({ code: 'NOT_FOUND' })
  const [one, other] = [await tokenOf(email), await tokenOf(email)]
  await run(app, {}, RESET, { token: other, password: NEXT })
  expect(await look(one)).toBeNull()
})

test('a link sets the password of every account of the address, and signs in the one that acts everywhere', async () => {
  const person = await tenant.member('member')
  const { accept, invite } = invitationsAt(app)
  const other = await createTenant(app)
  await accept((await invite(other, person.email)).token, { password: PASSWORD })
  const token = await tokenOf(person.email)
  const { session } = (await run(app, {}, RESET, { token, password: NEXT })).resetPassword
  expect(session).toMatchObject({
    account: { databaseId: person.accountId },
    organizations: { nodes: [{ slug: tenant.organization.slug }] },
  })
  const { rows } = await app.database.pool.query(
    'select count(*)::int as accounts, count(distinct password_hash)::int as passwords from accounts where email = $1',
    [person.email],
  )
  expect(rows).toEqual([{ accounts: 2, passwords: 1 }])
})

test('a change of the password mails the owner', async () => {
  const person = await tenant.member('member')
  await givePassword(app, [person])
  const change =
    'mutation ($current: String!, $next: String!) { changePassword(input: { currentPassword: $current, newPassword: $next }) { session { token } } }'
  await run(app, person.session, change, { current: PASSWORD, next: NEXT })
  expect(await queuedMails(app, person.email)).toMatchObject([
    { organizationId: 0, kind: 'password_changed', locale: 'en', accountId: person.accountId },
  ])
})

test('the operator makes a link without mail', async () => {
  const { email } = await tenant.member('admin')
  const tools = { database: app.database, issuer: app.url }
  const { link } = await linkToReset(tools, { email: email.toUpperCase() })
  expect(link).toMatch(`${app.url}/reset/fopr_`)
  await run(app, {}, RESET, { token: link.split('/').at(-1), password: NEXT })
  expect(await signsIn(email, NEXT)).toBe(true)
  await expect(linkToReset(tools, { email: addressIn(tenant, 'nobody') })).rejects.toThrow(
    'There is no account',
  )
})
