import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const UPDATE =
  'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name portalUrl homePage updatedAt } } }'

const app = useApp()
const tenant = useTenant(app)

const info = (headers = tenant.key) => app.call('GET', '/api/v3/organizations/info', { headers })

test('returns the organization, its form and its statuses as documented', async () => {
  const { status, body } = await info()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    organization: {
      id: tenant.organization.id,
      subdomain: tenant.organization.slug,
      home_page: null,
      avatar: null,
    },
    form: { description: '', submit_button_text: 'Submit feedback' },
  })
  expect(body.organization.brand_colors).toEqual({
    primary: '#4f46e5',
    primary_light: '#eef2ff',
    primary_dark: '#3730a3',
  })
  expect(
    body.status_info.map(({ slug, status: kind }: { slug: string; status: string }) => [slug, kind]),
  ).toEqual(
    ['submitted', 'under_review', 'planned', 'in_progress', 'completed', 'closed'].map((slug) => [
      slug,
      slug,
    ]),
  )
  expect((await info({})).status).toBe(401)
})

test('never returns the SSO key', async () => {
  const { text } = await info()
  expect(text).not.toContain('sso')
  const { body } = await app.graphql('{ __type(name: "Organization") { fields { name } } }', {}, tenant.key)
  const names = body.data.__type.fields.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => /sso|key|secret|cipher/i.test(name)).sort()).toEqual([
    'ssoForTeam',
    'ssoKeyRotatedAt',
  ])
})

test('lets an admin change the given settings and keeps the others', async () => {
  const own = await createTenant(app)
  const input = {
    name: ' Acme ',
    description: 'We make everything.',
    homePage: 'https://www.example.com',
    avatarUrl: 'https://www.example.com/a.png',
    portalUrl: 'https://feedback.example.com/base/',
    colorPrimary: '#ABCDEF',
    formDescription: 'Tell us',
    submitButtonText: 'Send',
  }
  await run(app, own.admin.session, UPDATE, { input })
  await run(app, own.admin.session, UPDATE, { input: { colorPrimaryDark: '#123', homePage: null } })
  const { body } = await info(own.key)
  expect(body.organization).toMatchObject({
    name: 'Acme',
    description: 'We make everything.',
    home_page: null,
    avatar: 'https://www.example.com/a.png',
    brand_colors: { primary: '#abcdef', primary_light: '#eef2ff', primary_dark: '#123' },
  })
  expect(body.form).toEqual({ description: 'Tell us', submit_button_text: 'Send' })
  const post = await app.call('POST', '/api/v3/feature_requests', {
    headers: own.key,
    body: { title: 'Linked' },
  })
  expect(post.body.url).toBe('https://feedback.example.com/base/p/linked')
  const { updateOrganization } = await run(app, own.admin.session, UPDATE, { input: { portalUrl: null } })
  expect(updateOrganization.organization.portalUrl).toBe(`${app.url}/@${own.organization.slug}`)
})

test('rejects impossible settings and changes nothing', async () => {
  const before = (await info()).body
  const inputs = [
    { name: '' },
    { colorPrimary: 'blue' },
    { homePage: 'javascript:alert(1)' },
    { portalUrl: 'https://a.example/?x=1' },
    { portalUrl: 'https://user:secret@a.example/' },
    { portalUrl: 'ftp://a.example' },
  ]
  for (const input of inputs) {
    const { status } = await refusal(app, tenant.admin.session, UPDATE, {
      input: { description: 'changed', ...input },
    })
    expect([400, 422]).toContain(status)
  }
  for (const [input, code, field] of [
    [{}, 'UNPROCESSABLE', null],
    [{ colorPrimary: null }, 'INVALID_PARAM', ['colorPrimary']],
    [{ homePage: 'x' }, 'INVALID_PARAM', ['homePage']],
    [{ name: 'Late', ifUnchangedSince: '2000-01-01T00:00:00Z' }, 'CONFLICT', ['ifUnchangedSince']],
  ] as const)
    expect(await refusal(app, tenant.admin.session, UPDATE, { input })).toMatchObject({ code, field })
  const member = await tenant.member('member')
  for (const headers of [tenant.key, member.session, await tenant.sso({ email: 'x@y.example' })])
    expect(await refusal(app, headers, UPDATE, { input: { name: 'Taken over' } })).toMatchObject({
      status: 403,
    })
  expect((await info()).body).toEqual(before)
})

test('accepts an update of the state that the client has read', async () => {
  const own = await createTenant(app)
  const { organization } = await run(app, own.key, '{ organization { updatedAt } }')
  const input = { name: 'In time', ifUnchangedSince: organization.updatedAt }
  const { updateOrganization } = await run(app, own.admin.session, UPDATE, { input })
  expect(updateOrganization.organization.name).toBe('In time')
})
