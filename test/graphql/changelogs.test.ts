import { beforeAll, expect, test } from 'vitest'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let team: Headers
let customer: Headers

beforeAll(async () => {
  team = tenant.admin.session
  customer = await tenant.sso({ email: 'customer@example.com' })
})

const run = async (query: string, variables = {}, headers = team) => {
  const { body } = await app.graphql(query, variables, headers)
  return body
}
const CREATE =
  'mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { changelog { id } errors { message } } }'
const TRANSLATE =
  'mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { changelog { id state locale original { id } } errors { code field } } }'
const create = async (input: object): Promise<string> =>
  (await run(CREATE, { input: { title: 'News', ...input } })).data.createChangelog.changelog.id
const translate = async (id: string, locale: string) =>
  (await run(TRANSLATE, { input: { originalId: id, title: locale, locale } })).data.createChangelog

test('shows customers published entries only, through every field', async () => {
  const original = await create({ published: true })
  const draft = (await translate(original, 'DE')).changelog
  expect(draft).toMatchObject({ state: 'DRAFT', locale: 'DE', original: { id: original } })
  const published = (await translate(original, 'FR')).changelog.id
  await run(`mutation { updateChangelog(input: {id: "${published}", published: true}) { changelog { id } } }`)
  const ids = async (query: string, headers: Headers) => (await run(query, {}, headers)).data.changelogs.nodes
  expect(await ids('{ changelogs { nodes { id } } }', customer)).toEqual([
    { id: published },
    { id: original },
  ])
  expect(await ids('{ changelogs(filter: {state: DRAFT}) { nodes { id } } }', customer)).toEqual([])
  expect(await ids('{ changelogs(filter: {state: DRAFT}) { nodes { id } } }', team)).toEqual([
    { id: draft.id },
  ])
  const one = await run(`{ changelog(by: {id: "${original}"}) { translations { id } } }`, {}, customer)
  expect(one.data.changelog.translations).toEqual([{ id: published }])
  for (const id of [draft.id, 'chg_2000000000']) {
    const hidden = `{ changelog(by: {id: "${id}"}) { id } node(id: "${id}") { id } }`
    expect(await run(hidden, {}, customer)).toEqual({ data: { changelog: null, node: null } })
  }
  await run(`mutation { updateChangelog(input: {id: "${original}", published: false}) { changelog { id } } }`)
  const orphan = await run(
    `{ changelog(by: {id: "${published}"}) { original { id } translations { id } } }`,
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
  await app.database.pool.query(`update posts set approval_status = 'pending' where id = $1`, [ids[1]])
  const id = await create({ published: true, postIds: ids.map((postId) => `post_${postId}`) })
  const titles = async (headers: Headers) =>
    (await run(`{ changelog(by: {id: "${id}"}) { posts { title } } }`, {}, headers)).data.changelog.posts
  expect(await titles(team)).toEqual([{ title: 'Open' }, { title: 'Waiting' }])
  expect(await titles(customer)).toEqual([{ title: 'Open' }])
})

test('rejects writes of customers and of the key alone', async () => {
  const before = (await app.database.pool.query('select * from changelogs order by id')).rows
  const id = `chg_${before[0].id}`
  for (const headers of [customer, tenant.key])
    for (const mutation of [
      'createChangelog(input: {title: "x"}) { changelog { id } }',
      `updateChangelog(input: {id: "${id}", title: "x"}) { changelog { id } }`,
      `deleteChangelog(input: {id: "${id}"}) { deletedChangelogId }`,
      `createChangelog(input: {originalId: "${id}", title: "x", locale: IT}) { changelog { id } }`,
      'createChangelogLabel(input: {name: "x"}) { changelogLabel { id } }',
    ]) {
      const { errors } = await run(`mutation { ${mutation} }`, {}, headers)
      expect(errors[0].extensions.code).toBe('FORBIDDEN')
    }
  expect((await app.database.pool.query('select * from changelogs order by id')).rows).toEqual(before)
})

test('stores one of many concurrent translations into the same language', async () => {
  const id = await create({ published: true })
  const answers = await Promise.all(Array.from({ length: 8 }, () => translate(id, 'DE')))
  const codes = answers.map(({ errors }) => errors[0]?.code ?? 'stored').sort()
  expect(codes).toEqual([...Array.from({ length: 7 }, () => 'ALREADY_EXISTS'), 'stored'])
})

test('keeps the translations of a concurrently deleted original together, or rejects them', async () => {
  const id = await create({})
  await translate(id, 'DE')
  const locales = ['FR', 'IT', 'NL', 'PL', 'DA']
  const [, ...answers] = await Promise.all([
    run(`mutation { deleteChangelog(input: {id: "${id}"}) { deletedChangelogId } }`),
    ...locales.map((locale) => translate(id, locale)),
  ])
  const stored = answers.flatMap(({ changelog }) => changelog?.locale ?? [])
  const { data } = await run(
    '{ changelogs(filter: {locale: DE}) { nodes { title original { id } translations { locale } } } }',
  )
  const heir = data.changelogs.nodes[0]
  expect(heir.original).toBeNull()
  expect(heir.translations.map(({ locale }: { locale: string }) => locale).sort()).toEqual(stored.sort())
  const refused = answers.filter(({ changelog }) => changelog === null)
  expect(refused.map(({ errors }) => errors)).toEqual(
    refused.map(() => [{ code: 'UNPROCESSABLE', field: ['originalId'] }]),
  )
})

test('creates labels with names unique regardless of case, adds them to entries and removes them', async () => {
  const query =
    'mutation ($input: CreateChangelogLabelInput!) { createChangelogLabel(input: $input) { changelogLabel { id name color } errors { code field } } }'
  const make = async (name: string, color?: string) =>
    (await run(query, { input: { name, color } })).data.createChangelogLabel
  const fixed = (await make('Fixed', '#10B981')).changelogLabel
  const added = (await make('Added')).changelogLabel
  expect(fixed).toMatchObject({ name: 'Fixed', color: '#10b981' })
  expect((await make('fixed')).errors).toEqual([{ code: 'ALREADY_EXISTS', field: ['name'] }])
  expect((await make('Blue', 'blue')).errors).toEqual([{ code: 'INVALID_PARAM', field: ['color'] }])
  const rename = await run(
    `mutation { updateChangelogLabel(input: {id: "${added.id}", name: "FIXED"}) { errors { code } } }`,
  )
  expect(rename.data.updateChangelogLabel.errors).toEqual([{ code: 'ALREADY_EXISTS' }])
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
  const labels = async () =>
    (await run(`{ changelog(by: {id: "${id}"}) { labels { name } } }`)).data.changelog.labels
  expect(await labels()).toEqual([{ name: 'Added' }, { name: 'Fixed' }])
  const foreign = await createTenant(app)
  const taken = await app.graphql(
    `mutation { deleteChangelogLabel(input: {id: "${fixed.id}"}) { errors { message } } }`,
    {},
    foreign.admin.session,
  )
  expect(taken.body.data.deleteChangelogLabel.errors).toEqual([{ message: 'Label not found' }])
  const unknown = await run(
    `mutation { updateChangelog(input: {id: "${id}", labelIds: ["${fixed.id}", "lbl_2000000000"]}) { errors { code field } } }`,
  )
  expect(unknown.data.updateChangelog.errors).toEqual([{ code: 'UNPROCESSABLE', field: ['labelIds'] }])
  const removal = await run(
    `mutation { deleteChangelogLabel(input: {id: "${fixed.id}"}) { deletedChangelogLabelId } }`,
  )
  expect(removal.data.deleteChangelogLabel).toEqual({ deletedChangelogLabelId: fixed.id })
  expect(await labels()).toEqual([{ name: 'Added' }])
})

test('returns the description as Markdown', async () => {
  const id = await create({
    description: '<h2>New</h2><ul><li>One</li></ul><a href="https://example.com">link</a>',
  })
  const { data } = await run(`{ changelog(by: {id: "${id}"}) { descriptionMarkdown description } }`)
  expect(data.changelog.descriptionMarkdown).toMatch(
    /^## New\n\n[-*] +One\n\n\[link\]\(https:\/\/example\.com\)$/,
  )
})
