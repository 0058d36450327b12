import { expect, test } from 'vitest'
import { releaseAccount } from '../../src/cli/release-account.ts'
import { addressIn, inOrganization, invitationsAt } from '../support/clients/invitations.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const ME = '{ viewer { role } }'
const { accept, refused, ...actions } = invitationsAt(app)
const invite = (email: string, role?: string, by: Tenant = tenant) => actions.invite(by, email, role)
const unique = (name: string) => addressIn(tenant, name)

test('a link gives an account that acts elsewhere no password, and makes one that acts in its organization only', async () => {
  const home = await createTenant(app)
  const person = await home.member('admin')
  const { token } = await invite(person.email, 'ADMIN')
  const own = await accept(token, { password: 'a password of here' })
  const here = { Authorization: `Bearer ${own.session.token}` }
  expect((await run(app, inOrganization(here, tenant), ME)).viewer.role).toBe('ADMIN')
  expect(await refusal(app, inOrganization(here, home), ME)).toMatchObject({ status: 403 })
  const { rows } = await app.database.pool.query('select password_hash from accounts where id = $1', [
    person.accountId,
  ])
  expect(rows).toEqual([{ password_hash: null }])
  const { Authorization = '' } = person.session
  expect(await refusal(app, inOrganization({ Authorization }, tenant), ME)).toMatchObject({ status: 403 })
  const third = await createTenant(app)
  const elsewhere = await invite(person.email, 'ADMIN', third)
  expect(await refused(elsewhere.token, {}, here)).toMatchObject({
    message: '"token" cannot be accepted by an account of another organization: sign out first.',
  })
  await accept(elsewhere.token, {}, { Authorization })
  expect((await run(app, inOrganization({ Authorization }, third), ME)).viewer.role).toBe('ADMIN')
})

test('an admin who claims an address first does not keep its owner out of other organizations', async () => {
  const email = unique('owner')
  await accept((await invite(email)).token, { password: 'known to the attacker' })
  const other = await createTenant(app)
  await accept((await invite(email, 'ADMIN', other)).token, { password: 'known to the owner' })
  const owner = await signIn(app, email, other.organization.slug, 'known to the owner')
  expect((await run(app, owner, ME)).viewer.role).toBe('ADMIN')
  const attacker = await signIn(app, email, tenant.organization.slug, 'known to the attacker')
  expect((await run(app, attacker, ME)).viewer.role).toBe('MEMBER')
  expect(await refusal(app, inOrganization(attacker, other), ME)).toMatchObject({ status: 403 })
  const again = await invite(email, 'ADMIN', await createTenant(app))
  expect((await accept(again.token, { password: 'a third one' })).session.token).toContain('fose_')
})

test('the password of an account that acts elsewhere accepts with that account', async () => {
  const home = await createTenant(app)
  const person = await home.member('admin')
  await givePassword(app, [person])
  const { token } = await invite(person.email, 'ADMIN')
  const { session } = await accept(token, { password: PASSWORD })
  const both = { Authorization: `Bearer ${session.token}` }
  for (const organization of [home, tenant])
    expect((await run(app, inOrganization(both, organization), ME)).viewer.role).toBe('ADMIN')
})

test('a password that an invitation sets ends the sessions of the account', async () => {
  const email = unique('twice')
  const first = await accept((await invite(email)).token, { password: 'the first one' })
  const earlier = inOrganization({ Authorization: `Bearer ${first.session.token}` }, tenant)
  await app.database.pool.query('update accounts set password_hash = null where email = $1', [email])
  await app.database.pool.query('update users set accepted_at = null where email = $1', [email])
  await accept((await invite(email)).token, { password: 'the second one' })
  await expect
    .poll(async () => (await app.graphql(ME, {}, earlier)).body.errors?.[0].extensions.status)
    .toBe(401)
})

test('the operator takes the password and the sessions from an account, and its teams read it', async () => {
  const person = await tenant.member('member')
  await givePassword(app, [person])
  const session = await signIn(app, person.email, tenant.organization.slug)
  const tools = { database: app.database }
  expect(await releaseAccount(tools, { email: person.email.toUpperCase() })).toEqual({
    email: person.email,
    accounts: 1,
    sessions: 1,
    organizations: [tenant.organization.slug],
  })
  await expect
    .poll(async () => (await app.graphql(ME, {}, session)).body.errors?.[0].extensions.status)
    .toBe(401)
  const { auditEntries } = await run(
    app,
    tenant.admin.session,
    '{ auditEntries(first: 5) { nodes { action } } }',
  )
  expect(JSON.stringify(auditEntries)).toContain('ACCOUNT_RELEASED')
  await accept((await invite(person.email)).token, { password: 'a new password' })
  expect(
    (await run(app, await signIn(app, person.email, tenant.organization.slug, 'a new password'), ME)).viewer
      .role,
  ).toBe('MEMBER')
  await expect(releaseAccount(tools, { email: 'nobody@people.example' })).rejects.toThrow(
    'There is no account',
  )
})
