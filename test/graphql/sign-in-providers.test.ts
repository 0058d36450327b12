import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerProblem } from '../../src/auth/openid/issuer-problem.ts'
import { verifiedEmail } from '../../src/modules/sign-in/providers/issuer.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import {
  comeBack,
  CREATE_PROVIDER,
  createProvider,
  signInWith,
} from '../support/clients/sign-in-providers.ts'
import { startApp } from '../support/app.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app, 'acme')
const UPDATE = `mutation ($input: UpdateSignInProviderInput!) { updateSignInProvider(input: $input) {
  signInProvider { name issuer clientId } } }`
const LIST = '{ organization { signInCallbackUrls signInProviders { name issuer clientId } } }'
let provider: OpenIdProvider
let moved: OpenIdProvider

beforeAll(async () => {
  provider = await startOpenIdProvider()
  moved = await startOpenIdProvider()
})
afterAll(async () => {
  await provider.stop()
  await moved.stop()
})

const inputOf = ({ issuer, client }: Pick<OpenIdProvider, 'issuer' | 'client'>) => ({
  ...{ name: 'Acme ID', issuer, clientId: client.id, clientSecret: client.secret },
})
const create = ({ admin }: Tenant, changes: object) =>
  refusal(app, admin.session, CREATE_PROVIDER, { input: { ...inputOf(provider), ...changes } })
const identitiesOf = async ({ organization: { id } }: Tenant) =>
  (await app.database.pool.query('select 1 from user_identities where organization_id = $1', [id])).rowCount

test('an issuer is a public https address that describes itself, and one of Microsoft names one tenant', async () => {
  const none = new Set<string>()
  const tenantId = '72f988bf-86f1-41af-91ab-2d7cd011db47'
  for (const issuer of ['https://accounts.google.com', `https://login.microsoftonline.com/${tenantId}/v2.0`])
    expect(issuerProblem(issuer, none)).toBeNull()
  for (const name of [
    'common',
    'organizations',
    'consumers',
    '9188040D-6c67-4c5b-b112-36a304b66dad',
    'acme.com',
  ])
    expect(issuerProblem(`https://login.microsoftonline.com/${name}/v2.0`, none)).toContain('one tenant')
  for (const issuer of [
    'http://accounts.google.com',
    'https://127.0.0.1',
    'https://[::1]/',
    'https://localhost',
    'https://169.254.169.254/',
    'https://user@idp.example',
    'https://idp.example?tenant=1',
    'https://idp.example/.well-known/openid-configuration',
    'ftp://idp.example',
    'idp.example',
  ])
    expect([issuer, issuerProblem(issuer, none) !== null]).toEqual([issuer, true])
  const identity = { subject: '1', email: 'Ann@People.example', isVerified: false, name: null }
  const microsoft = `https://login.microsoftonline.com/${tenantId}/v2.0`
  expect(verifiedEmail({ ...identity, issuer: microsoft })).toBe('ann@people.example')
  for (const issuer of ['https://login.microsoftonline.com.evil.example/', 'https://idp.example'])
    expect(() => verifiedEmail({ ...identity, issuer })).toThrow('has not verified')
})

test('a provider in the own network is refused unless the operator allows its host', async () => {
  const closed = await startApp()
  try {
    const other = await createTenant(closed, 'acme')
    const input = inputOf(provider)
    const problem = await refusal(closed, other.admin.session, CREATE_PROVIDER, { input })
    expect(problem).toMatchObject({ code: 'UNPROCESSABLE', field: ['issuer'] })
  } finally {
    await closed.stop()
  }
})

test('an organization has at most five providers, each with another issuer that describes itself', async () => {
  const many = await createTenant(app, 'many')
  await createProvider(app, many, provider)
  expect(await create(many, {})).toMatchObject({ code: 'ALREADY_EXISTS', field: ['issuer'] })
  for (const [field, value] of Object.entries({ name: ' ', clientId: '', clientSecret: '' }))
    expect(await create(many, { [field]: value })).toMatchObject({ code: 'MISSING_PARAM', field: [field] })
  expect(await create(many, { issuer: `${provider.issuer}/other` })).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['issuer'],
  })
  for (const description of [{ issuer: 'https://accounts.google.com' }, { padding: 'x'.repeat(300_000) }]) {
    moved.description = description
    expect(await create(many, { issuer: moved.issuer })).toMatchObject({
      code: 'UNPROCESSABLE',
      field: ['issuer'],
    })
  }
  moved.description = {}
  await app.database.pool.query(
    `insert into sign_in_providers (organization_id, name, issuer, client_id, client_secret_ciphertext)
     select $1, 'n', 'https://idp.example/' || n, 'c', '' from generate_series(1, 4) n`,
    [many.organization.id],
  )
  expect(await create(many, { issuer: moved.issuer })).toMatchObject({ code: 'UNPROCESSABLE', field: null })
})

test('admins read all but the secret, others read names, and apps and members change nothing', async () => {
  const { id } = await createProvider(app, tenant, provider)
  const { organization } = await run(app, tenant.admin.session, LIST)
  const known = { name: 'Acme ID', issuer: provider.issuer, clientId: 'echolog' }
  expect(organization.signInProviders).toEqual([known])
  expect(organization.signInCallbackUrls).toEqual([`${app.url}/@acme/sign-in/callback`])
  const member = await tenant.member('member')
  const others = await run(app, member.session, LIST)
  expect(others.organization).toEqual({
    signInCallbackUrls: null,
    signInProviders: [{ name: 'Acme ID', issuer: null, clientId: null }],
  })
  const node = 'query ($id: ID!) { node(id: $id) { id } }'
  expect(await run(app, tenant.admin.session, node, { id })).toEqual({ node: { id } })
  expect(await run(app, member.session, node, { id })).toEqual({ node: null })
  const input = { id, name: 'Evil' }
  expect(await refusal(app, member.session, UPDATE, { input })).toMatchObject({ code: 'FORBIDDEN' })
  const { token } = await putGrant(app, tenant, tenant)
  expect(await refusal(app, token, UPDATE, { input })).toMatchObject({ code: 'FORBIDDEN' })
})

test('another issuer needs the secret again, ends sign-ins that have begun, and forgets identities', async () => {
  const berlin = await createTenant(app, 'berlin')
  await openPortal(app, berlin, { signUp: 'OPEN' })
  const { id } = await createProvider(app, berlin, provider)
  const way = `/@berlin/sign-in/with/${id}`
  await signInWith(new PageVisitor(app), provider, way)
  expect(await identitiesOf(berlin)).toBe(1)
  const visitor = new PageVisitor(app)
  const back = await comeBack(visitor, provider, way)
  const update = (input: object) => ({ input: { id, ...input } })
  const { session } = berlin.admin
  const silent = await refusal(app, session, UPDATE, update({ issuer: moved.issuer }))
  expect(silent).toMatchObject({ code: 'MISSING_PARAM', field: ['clientSecret'] })
  expect(moved.exchanges).toBe(0)
  const { updateSignInProvider } = await run(
    app,
    session,
    UPDATE,
    update({ name: 'Berlin', issuer: provider.issuer }),
  )
  expect(updateSignInProvider.signInProvider).toMatchObject({ name: 'Berlin', issuer: provider.issuer })
  expect(await identitiesOf(berlin)).toBe(1)
  await run(app, session, UPDATE, update({ issuer: moved.issuer, clientSecret: moved.client.secret }))
  expect(await identitiesOf(berlin)).toBe(0)
  expect((await visitor.open(back)).status).toBe(401)
  expect(moved.exchanges).toBe(0)
  expect((await signInWith(new PageVisitor(app), moved, way)).status).toBe(303)
  const remove =
    'mutation ($id: ID!) { deleteSignInProvider(input: { id: $id }) { deletedSignInProviderId } }'
  await run(app, session, remove, { id })
  expect(await identitiesOf(berlin)).toBe(0)
  const actions = '[SIGN_IN_PROVIDER_CREATED, SIGN_IN_PROVIDER_UPDATED, SIGN_IN_PROVIDER_DELETED]'
  const { auditEntries } = await run(
    app,
    session,
    `{ auditEntries(filter: { actions: ${actions} }) { nodes { subjectId details { name } changes { field to } } } }`,
  )
  const of = (name: string, changes: object[]) => ({ subjectId: id, details: { name }, changes })
  expect(auditEntries.nodes).toEqual([
    of('Berlin', []),
    of('Berlin', [
      { field: 'issuer', to: moved.issuer },
      { field: 'clientSecret', to: null },
    ]),
    of('Berlin', [{ field: 'name', to: 'Berlin' }]),
    of('Acme ID', []),
  ])
})

test('an erased person has no identity, and is a new person in a sign-in that has begun before', async () => {
  const erasing = await createTenant(app, 'erasing')
  await openPortal(app, erasing, { signUp: 'OPEN' })
  const { id } = await createProvider(app, erasing, provider)
  provider.person = { sub: 'gone', email: 'gone@people.example', email_verified: true }
  const visitor = new PageVisitor(app)
  const back = await comeBack(visitor, provider, `/@erasing/sign-in/with/${id}`)
  await signInWith(new PageVisitor(app), provider, `/@erasing/sign-in/with/${id}`)
  const { customers } = await run(app, erasing.admin.session, '{ customers(first: 1) { nodes { id } } }')
  const remove = 'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId } }'
  await run(app, erasing.admin.session, remove, { id: customers.nodes[0].id })
  expect(await identitiesOf(erasing)).toBe(0)
  expect((await visitor.open(back)).status).toBe(303)
  expect(await identitiesOf(erasing)).toBe(1)
})
