import { beforeEach, expect, test } from 'vitest'
import { createOrganizationWithAdmin } from '../../src/cli/create.ts'
import { addressIn } from '../support/clients/invitations.ts'
import { run } from '../support/clients/operations.ts'
import { queuedMails } from '../support/clients/queued-mails.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startMailServer } from '../support/mail-server.ts'
import { useApp } from '../support/use.ts'

const INVITE =
  'mutation ($email: EmailAddress!) { inviteTeamMember(input: { email: $email, role: CSM }) { token mailed } }'

const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant(app)
})

const invite = async (email: string, by: TestApp = app) =>
  (await run(by, tenant.admin.session, INVITE, { email })).inviteTeamMember as {
    token: string
    mailed: boolean
  }
const statesOf = async (email: string) => {
  const { rows } = await app.database.pool.query<{ state: string }>(
    'select state from mails where organization_id = $1 and email = $2 order by id',
    [tenant.organization.id, email],
  )
  return rows.map(({ state }) => state)
}

test('an invitation queues a mail in the language of the organization, with the link that the admin sees', async () => {
  await run(
    app,
    tenant.admin.session,
    'mutation { updateOrganization(input: { locales: [PT_BR], defaultLocale: PT_BR }) { organization { id } } }',
  )
  const email = addressIn(tenant, 'ann')
  const { token, mailed } = await invite(email.toUpperCase())
  expect(mailed).toBe(false)
  const { rows } = await app.database.pool.query<{ name: string }>('select name from users where id = $1', [
    tenant.admin.id,
  ])
  expect(await queuedMails(app, email)).toEqual([
    {
      organizationId: tenant.organization.id,
      kind: 'invitation',
      locale: 'pt-BR',
      accountId: null,
      userId: null,
      values: { link: `${app.url}/invitations/${token}`, role: 'csm', invitedBy: rows[0]?.name },
    },
  ])
})

test('says that the mail is sent where an SMTP server is set', async () => {
  const server = await startMailServer()
  const sending = await startApp({ beside: app, mail: server.settings })
  expect((await invite(addressIn(tenant, 'sent'), sending)).mailed).toBe(true)
  await sending.stop()
  await server.stop()
})

test('a newer invitation cancels the mail of the earlier one, and a refused one mails nothing', async () => {
  const email = addressIn(tenant, 'twice')
  await invite(email)
  await invite(email)
  expect(await statesOf(email)).toEqual(['canceled', 'queued'])
  const member = await tenant.member('member')
  await givePassword(app, [member])
  await app.graphql(INVITE, { email: member.email }, tenant.admin.session)
  expect(await statesOf(member.email)).toEqual([])
})

test('an address has five mails in an hour and an organization a hundred, and links without a mail still work', async () => {
  const email = addressIn(tenant, 'flooded')
  for (let number = 0; number < 5; number++) await invite(email)
  expect((await invite(email)).token).toContain('foin_')
  expect(await statesOf(email)).toHaveLength(5)
  await app.database.pool.query(
    `insert into mails (organization_id, kind, email, locale) select $1, 'invitation', 'x', 'en' from generate_series(1, 94)`,
    [tenant.organization.id],
  )
  await invite(addressIn(tenant, 'hundredth'))
  await invite(addressIn(tenant, 'next'))
  expect([await statesOf(addressIn(tenant, 'hundredth')), await statesOf(addressIn(tenant, 'next'))]).toEqual(
    [['queued'], []],
  )
})

test('the operator reads that an account keeps its password', async () => {
  const { database, services, secretKey } = app
  const tools = { database, keys: services.keys, issuer: app.url, secretKey } as never
  const create = (slug: string, adminEmail: string) =>
    createOrganizationWithAdmin(tools, { slug, name: slug, adminEmail, adminPassword: 'another password' })
  await givePassword(app, [tenant.admin])
  expect(await create('second-of-admin', tenant.admin.email)).toMatchObject({
    notice: `The account of ${tenant.admin.email} exists and keeps its password. --admin-password was not used.`,
  })
  expect(Object.keys(await signIn(app, tenant.admin.email, 'second-of-admin', PASSWORD))).toHaveLength(2)
  expect(await create('first-of-new', addressIn(tenant, 'new'))).not.toHaveProperty('notice')
})
