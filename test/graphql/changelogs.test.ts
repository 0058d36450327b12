import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant
let team: Headers
let customer: Headers

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  team = tenant.admin.session
  customer = await tenant.sso({ email: 'customer@example.com' })
})
afterAll(() => app.stop())

const run = async (query: string, variables = {}, headers = team) => {
  const { body } = await app.graphql(query, variables, headers)
  return body
}
const CREATE = 'mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { id state } }'
const TRANSLATE =
  'mutation ($id: ID!, $input: TranslateChangelogInput!) { translateChangelog(id: $id, input: $input) { id state locale original { id } } }'
const create = async (input: object): Promise<string> =>
  (await run(CREATE, { input: { title: 'News', ...input } })).data.createChangelog.id
const translate = (id: string, locale: string) => run(TRANSLATE, { id, input: { title: locale, locale } })

test('shows customers published entries only, through every field', async () => {
  const original = await create({ published: true })
  const draft = (await translate(original, 'de')).data.translateChangelog
  expect(draft).toMatchObject({ state: 'draft', locale: 'de', original: { id: original } })
  const published = (await translate(original, 'fr')).data.translateChangelog.id
  await run(`mutation { publishChangelog(id: ${published}) { id } }`)
  const ids = async (query: string, headers: Headers) => (await run(query, {}, headers)).data.changelogs.nodes
  expect(await ids('{ changelogs { nodes { id } } }', customer)).toEqual([
    { id: published },
    { id: original },
  ])
  expect(await ids('{ changelogs(filter: {status: draft}) { nodes { id } } }', customer)).toEqual([])
  expect(await ids('{ changelogs(filter: {status: draft}) { nodes { id } } }', team)).toEqual([
    { id: draft.id },
  ])
  const one = await run(`{ changelog(id: ${original}) { translations { id } } }`, {}, customer)
  expect(one.data.changelog.translations).toEqual([{ id: published }])
  for (const id of [draft.id, '2000000000']) {
    const hidden = await run(`{ changelog(id: ${id}) { id } }`, {}, customer)
    expect(hidden.errors[0]).toMatchObject({
      message: 'Changelog not found',
      extensions: { code: 'ERROR_CODE_NOT_FOUND' },
    })
  }
  await run(`mutation { updateChangelog(id: ${original}, input: {published: false}) { id } }`)
  const orphan = await run(
    `{ changelog(id: ${published}) { original { id } translations { id } } }`,
    {},
    customer,
  )
  expect(orphan.data.changelog).toEqual({ original: null, translations: [] })
})

test('shows a customer only the referenced posts they may see', async () => {
  const ids: string[] = []
  for (const title of ['Open', 'Waiting']) {
    const post = await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
    ids.push(String(post.body.id))
  }
  await run(`mutation { updatePost(id: ${ids[1]}, input: {approvalStatus: pending}) { id } }`)
  const id = await create({ published: true, postIds: ids })
  const titles = async (headers: Headers) =>
    (await run(`{ changelog(id: ${id}) { posts { title } } }`, {}, headers)).data.changelog.posts
  expect(await titles(team)).toEqual([{ title: 'Open' }, { title: 'Waiting' }])
  expect(await titles(customer)).toEqual([{ title: 'Open' }])
})

test('rejects writes of customers and of the key alone', async () => {
  const before = (await app.database.pool.query('select * from changelogs order by id')).rows
  const id = before[0].id
  for (const headers of [customer, tenant.key])
    for (const mutation of [
      'createChangelog(input: {title: "x"}) { id }',
      `updateChangelog(id: ${id}, input: {title: "x"}) { id }`,
      `deleteChangelog(id: ${id}) { id }`,
      `publishChangelog(id: ${id}) { id }`,
      `translateChangelog(id: ${id}, input: {title: "x", locale: "it"}) { id }`,
      'createChangelogLabel(input: {name: "x"}) { id }',
    ]) {
      const { errors } = await run(`mutation { ${mutation} }`, {}, headers)
      expect(errors[0].extensions.code).toBe('ERROR_CODE_FORBIDDEN')
    }
  expect((await app.database.pool.query('select * from changelogs order by id')).rows).toEqual(before)
})

test('stores one of many concurrent translations into the same language', async () => {
  const id = await create({ published: true })
  const answers = await Promise.all(Array.from({ length: 8 }, () => translate(id, 'de')))
  const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? 'stored').sort()
  expect(codes).toEqual([...Array.from({ length: 7 }, () => 'ERROR_CODE_ALREADY_EXISTS'), 'stored'])
})

test('keeps the translations of a concurrently deleted original together, or rejects them', async () => {
  const id = await create({})
  await translate(id, 'de')
  const locales = ['fr', 'it', 'nl', 'pl', 'da']
  const [, ...answers] = await Promise.all([
    run(`mutation { deleteChangelog(id: ${id}) { id } }`),
    ...locales.map((locale) => translate(id, locale)),
  ])
  const stored = answers.flatMap(({ data }) => data?.translateChangelog?.locale ?? [])
  const { data } = await run(
    '{ changelogs(filter: {locale: "de"}) { nodes { title original { id } translations { locale } } } }',
  )
  const heir = data.changelogs.nodes[0]
  expect(heir.original).toBeNull()
  expect(heir.translations.map(({ locale }: { locale: string }) => locale).sort()).toEqual(stored.sort())
  expect(
    answers.filter(({ errors }) => errors).every(({ errors }) => errors[0].extensions.status < 500),
  ).toBe(true)
})

test('creates labels with names unique regardless of case, adds them to entries and removes them', async () => {
  const make = (name: string, color?: string) =>
    run(
      'mutation ($input: CreateChangelogLabelInput!) { createChangelogLabel(input: $input) { id name color } }',
      {
        input: { name, color },
      },
    )
  const fixed = (await make('Fixed', '#10B981')).data.createChangelogLabel
  const added = (await make('Added')).data.createChangelogLabel
  expect(fixed).toMatchObject({ name: 'Fixed', color: '#10b981' })
  expect((await make('fixed')).errors[0].extensions.code).toBe('ERROR_CODE_ALREADY_EXISTS')
  expect((await make('Blue', 'blue')).errors[0].extensions.code).toBe('ERROR_CODE_INVALID_PARAM')
  const rename = await run(
    `mutation { updateChangelogLabel(id: ${added.id}, input: {name: "FIXED"}) { id } }`,
  )
  expect(rename.errors[0].extensions.code).toBe('ERROR_CODE_ALREADY_EXISTS')
  const list = await run(
    '{ changelogLabels(first: 1) { nodes { name } pageInfo { endCursor } } }',
    {},
    customer,
  )
  expect(list.data.changelogLabels.nodes).toEqual([{ name: 'Added' }])
  const after = list.data.changelogLabels.pageInfo.endCursor
  const rest = await run('query ($after: String) { changelogLabels(after: $after) { nodes { name } } }', {
    after,
  })
  expect(rest.data.changelogLabels.nodes).toEqual([{ name: 'Fixed' }])

  const id = await create({ labelIds: [fixed.id, added.id] })
  const labels = async () => (await run(`{ changelog(id: ${id}) { labels { name } } }`)).data.changelog.labels
  expect(await labels()).toEqual([{ name: 'Added' }, { name: 'Fixed' }])
  const foreign = await createTenant(app)
  const taken = await app.graphql(
    `mutation { deleteChangelogLabel(id: ${fixed.id}) { id } }`,
    {},
    foreign.admin.session,
  )
  expect(taken.body.errors[0].message).toBe('Label not found')
  const unknown = await run(
    `mutation { updateChangelog(id: ${id}, input: {labelIds: [${fixed.id}, 2000000000]}) { id } }`,
  )
  expect(unknown.errors[0].extensions).toMatchObject({ status: 422, errors: { labelIds: expect.anything() } })
  await run(`mutation { deleteChangelogLabel(id: ${fixed.id}) { id } }`)
  expect(await labels()).toEqual([{ name: 'Added' }])
})

test('returns the description as Markdown', async () => {
  const id = await create({
    description: '<h2>New</h2><ul><li>One</li></ul><a href="https://example.com">link</a>',
  })
  const { data } = await run(`{ changelog(id: ${id}) { descriptionMarkdown description } }`)
  expect(data.changelog.descriptionMarkdown).toMatch(
    /^## New\n\n[-*] +One\n\n\[link\]\(https:\/\/example\.com\)$/,
  )
})
