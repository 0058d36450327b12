import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const FIELDS = 'visibility locales defaultLocale updatedAt'
const UPDATE = `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { ${FIELDS} } } }`
const READ = `{ organization { ${FIELDS} } }`

const app = useApp()

/** An organization, and how its admin reads and changes its settings. */
async function settings() {
  const tenant = await createTenant(app)
  const { session } = tenant.admin
  return {
    tenant,
    read: async () => (await run(app, session, READ)).organization,
    update: async (input: object) =>
      (await run(app, session, UPDATE, { input })).updateOrganization.organization,
    refuse: (input: object) => refusal(app, session, UPDATE, { input }),
  }
}

test('a new organization is for its members, in English', async () => {
  const { read } = await settings()
  expect(await read()).toMatchObject({ visibility: 'MEMBERS', locales: ['EN'], defaultLocale: 'EN' })
})

test('an admin changes visibility and locales together or apart, and everyone in the organization reads them', async () => {
  const { tenant, update } = await settings()
  const input = { visibility: 'PUBLIC', locales: ['DE', 'PT_BR', 'EN'], defaultLocale: 'DE' }
  expect(await update(input)).toMatchObject(input)
  const removed = await update({ locales: ['PT_BR', 'DE'] })
  expect(removed).toMatchObject({ ...input, locales: ['PT_BR', 'DE'] })
  expect(await update({ defaultLocale: 'PT_BR' })).toMatchObject({ defaultLocale: 'PT_BR' })
  const customer = await tenant.sso({ email: 'cora@settings.example' })
  for (const headers of [tenant.key, customer])
    expect((await run(app, headers, READ)).organization).toMatchObject({
      visibility: 'PUBLIC',
      locales: ['PT_BR', 'DE'],
      defaultLocale: 'PT_BR',
    })
})

test('rejects locales without the default one by name, and changes nothing', async () => {
  const { read, refuse } = await settings()
  const before = await read()
  const cases: [object, string, string][] = [
    [{ locales: [] }, 'locales', '"locales" must contain the default locale en.'],
    [{ locales: ['DE'] }, 'locales', '"locales" must contain the default locale en.'],
    [{ locales: ['EN', 'DE', 'EN'] }, 'locales', '"locales" contains a locale twice.'],
    [{ defaultLocale: 'DE' }, 'defaultLocale', '"defaultLocale" must be among the locales.'],
    [{ locales: ['EN'], defaultLocale: 'DE' }, 'defaultLocale', '"defaultLocale" must be among the locales.'],
    [{ visibility: null }, 'visibility', '"visibility" must not be null.'],
    [{ locales: null }, 'locales', '"locales" must not be null.'],
  ]
  for (const [input, field, message] of cases)
    expect(await refuse({ name: 'Other', ...input })).toMatchObject({ field: [field], message })
  expect(await read()).toEqual(before)
})

test('of two concurrent changes neither leaves a default locale outside the locales', async () => {
  const { read, update, tenant } = await settings()
  await update({ locales: ['EN', 'DE'] })
  const send = (input: object) => app.graphql(UPDATE, { input }, tenant.admin.session)
  await Promise.all([send({ defaultLocale: 'DE' }), send({ locales: ['EN'] })])
  const { locales, defaultLocale } = await read()
  expect(locales).toContain(defaultLocale)
})

test('a change without effect leaves the time of the last change', async () => {
  const { read, update } = await settings()
  const before = await read()
  expect(await update({ visibility: 'MEMBERS', locales: ['EN'] })).toEqual(before)
})

test('a changelog entry without a locale has the default one, and keeps it after its removal', async () => {
  const { tenant, update } = await settings()
  await update({ locales: ['EN', 'DE'], defaultLocale: 'DE' })
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Neu" }) { changelog { id locale } } }',
  )
  expect(createChangelog.changelog.locale).toBe('DE')
  await update({ locales: ['EN'], defaultLocale: 'EN' })
  const { node } = await run(
    app,
    tenant.admin.session,
    'query ($id: ID!) { node(id: $id) { ... on Changelog { locale } } }',
    { id: createChangelog.changelog.id },
  )
  expect(node.locale).toBe('DE')
})

test('visibility opens nothing to a request without a credential', async () => {
  const { tenant, update } = await settings()
  await update({ visibility: 'PUBLIC' })
  const headers = { 'X-Organization': tenant.organization.slug }
  for (const query of [READ, '{ posts { nodes { id } } }', '{ buckets { nodes { id } } }'])
    expect((await app.graphql(query, {}, headers)).body.data).not.toMatchObject({ posts: {} })
  expect(await refusal(app, headers, '{ posts { nodes { id } } }')).toMatchObject({ code: 'UNAUTHORIZED' })
})
