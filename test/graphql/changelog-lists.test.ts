import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { changelogCalls, TOMORROW } from '../support/fixtures/changelogs.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let customer: Headers
const ids: Record<string, string> = {}
let postId: string

beforeAll(async () => {
  customer = await tenant.sso({ email: 'reader@people.example' })
  const { written, post } = changelogCalls(app, tenant)
  const wish = await post('Wish')
  postId = `post_${wish.id}`
  const linked = { feature_requests_ids: [wish.id] }
  ids.beta = `chg_${(await written({ title: 'Beta', published: true, ...linked })).id}`
  ids.gamma = `chg_${(await written({ title: 'Gamma', ...linked })).id}`
  ids.alpha = `chg_${(await written({ title: 'Alpha', scheduled_published_at: TOMORROW, locale: 'pt-BR' })).id}`
})

const asTeam = (query: string, variables = {}) => run(app, tenant.keyAndAdmin, query, variables)
const titles = async (args: string, headers: Headers = tenant.key) => {
  const query = `{ changelogs${args} { totalCount nodes { title } } }`
  const { changelogs } = await run(app, headers, query)
  const nodes = changelogs.nodes.map(({ title }: { title: string }) => title)
  expect(changelogs.totalCount, args).toBe(nodes.length)
  return nodes
}

test('lists what was published in a range of time, by the time of publication', async () => {
  const { changelog } = await run(app, tenant.key, `{ changelog(by: { id: "${ids.beta}" }) { publishedAt } }`)
  const at = `"${changelog.publishedAt}"`
  const later = `"${new Date(Date.parse(changelog.publishedAt as string) + 1).toISOString()}"`
  expect(await titles(`(filter: { publishedFrom: ${at} })`)).toEqual(['Beta'])
  expect(await titles(`(filter: { publishedFrom: ${later} })`)).toEqual([])
  expect(await titles(`(filter: { publishedTo: ${later} })`)).toEqual(['Beta'])
  expect(await titles(`(filter: { publishedTo: ${at} })`)).toEqual([])
  expect(await titles(`(filter: { publishedFrom: ${at}, publishedTo: ${later} })`, customer)).toEqual([
    'Beta',
  ])
  expect(await titles(`(filter: { publishedFrom: ${at}, publishedTo: ${at} })`)).toEqual([])
  expect(await titles('(filter: { publishedFrom: "2000-01-01T00:00:00Z", locale: PT_BR })')).toEqual([])
  const backwards = `{ changelogs(filter: { publishedFrom: ${later}, publishedTo: ${at} }) { totalCount } }`
  expect(await refusal(app, tenant.key, backwards)).toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining('"filter.publishedFrom"') as string,
  })
})

test('filters, orders and counts entries', async () => {
  expect(await titles('')).toEqual(['Alpha', 'Gamma', 'Beta'])
  expect(await titles('(filter: { state: SCHEDULED, locale: PT_BR })')).toEqual(['Alpha'])
  expect(await titles('(filter: { locale: EN })')).toEqual(['Gamma', 'Beta'])
  expect(await titles('(filter: { state: DRAFT, locale: PT_BR })')).toEqual([])
  expect(await titles('(orderBy: { field: TITLE, direction: ASC })')).toEqual(['Alpha', 'Beta', 'Gamma'])
  await asTeam(
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, description: "Soon" }) { changelog { id } } }',
    { id: ids.beta },
  )
  expect(await titles('(orderBy: { field: UPDATED_AT, direction: DESC })')).toEqual([
    'Beta',
    'Alpha',
    'Gamma',
  ])
  expect(await titles('', customer)).toEqual(['Beta'])
})

test('continues each order after a cursor', async () => {
  for (const field of ['CREATED_AT', 'UPDATED_AT', 'TITLE'])
    for (const direction of ['ASC', 'DESC']) {
      const list = `orderBy: { field: ${field}, direction: ${direction} }`
      const { changelogs } = await asTeam(
        `{ changelogs(${list}) { nodes { id } edges { cursor node { id } } } }`,
      )
      const [first, ...others] = changelogs.edges
      const query = `query ($after: String) { changelogs(${list}, after: $after) { nodes { id } } }`
      const rest = await asTeam(query, { after: first.cursor })
      expect(rest.changelogs.nodes).toEqual(others.map(({ node }: { node: object }) => node))
    }
})

test('finds an entry by id, integer id and slug, and as a node', async () => {
  const fields = '{ id databaseId slug locale state }'
  const { a } = await asTeam(`query ($id: ID!) { a: changelog(by: { id: $id }) ${fields} }`, {
    id: ids.alpha,
  })
  expect(a).toEqual({
    id: ids.alpha,
    databaseId: Number(ids.alpha?.slice(4)),
    slug: 'alpha',
    locale: 'PT_BR',
    state: 'SCHEDULED',
  })
  const query = `query ($id: ID!, $databaseId: Int!, $slug: String!) {
    b: changelog(by: { databaseId: $databaseId }) ${fields} c: changelog(by: { slug: $slug }) ${fields}
    d: node(id: $id) { ... on Changelog ${fields} } nodes(ids: [$id]) { id } }`
  const variables = { id: a.id, databaseId: a.databaseId, slug: a.slug }
  expect(await asTeam(query, variables)).toEqual({ b: a, c: a, d: a, nodes: [{ id: a.id }] })
  const nothing = { b: null, c: null, d: null, nodes: [null] }
  expect(await run(app, customer, query, variables)).toEqual(nothing)
  expect(await run(app, (await createTenant(app)).key, query, variables)).toEqual(nothing)
})

test('refuses an id of another type by name', async () => {
  const message = expect.stringContaining('must be the id of a ChangelogLabel') as string
  const query = '{ changelogs(filter: { labelIds: ["tag_1"] }) { nodes { id } } }'
  expect(await refusal(app, tenant.key, query)).toMatchObject({ status: 400, message })
  const write =
    'mutation { createChangelog(input: { title: "x", labelIds: ["tag_1"] }) { changelog { id } } }'
  expect(await refusal(app, tenant.keyAndAdmin, write)).toMatchObject({ message, field: ['labelIds'] })
})

test('refuses an update without a change, with a null, or of an entry that changed since', async () => {
  const UPDATE =
    'mutation ($input: UpdateChangelogInput!) { updateChangelog(input: $input) { changelog { updatedAt } } }'
  const update = (input: object) =>
    refusal(app, tenant.keyAndAdmin, UPDATE, { input: { id: ids.gamma, ...input } })
  const { changelog } = await asTeam('query ($id: ID!) { changelog(by: { id: $id }) { updatedAt } }', {
    id: ids.gamma,
  })
  const since = { ifUnchangedSince: changelog.updatedAt }
  expect(await update(since)).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect(await update({ title: null })).toMatchObject({ code: 'INVALID_PARAM', field: ['title'] })
  expect(await update({ title: ' ' })).toMatchObject({ code: 'MISSING_PARAM', field: ['title'] })
  const input = { id: ids.gamma, title: 'Delta', ...since }
  await asTeam(UPDATE, { input })
  expect(await update({ title: 'Epsilon', ...since })).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  await asTeam(UPDATE, { input: { id: ids.gamma, title: 'Gamma' } })
})

test('returns the entries of a post that the caller may see', async () => {
  const query = `query { posts { nodes { id changelogs { totalCount nodes { id } } } } }`
  const read = async (headers: Headers) => (await run(app, headers, query)).posts.nodes[0].changelogs
  expect(await read(tenant.key)).toEqual({ totalCount: 2, nodes: [{ id: ids.gamma }, { id: ids.beta }] })
  expect(await read(customer)).toEqual({ totalCount: 1, nodes: [{ id: ids.beta }] })
  expect(postId).toMatch(/^post_\d+$/)
})

test('reads the entries of 100 posts in as many statements as of 10', async () => {
  const own = await createTenant(app)
  const { written, post } = changelogCalls(app, own)
  const first = await post('First')
  await app.database.pool.query(
    `insert into posts (organization_id, bucket_id, status_id, submitter_id, slug, title, created_at, updated_at)
     select organization_id, bucket_id, status_id, submitter_id, 'copy-' || n, 'Copy', created_at, updated_at
     from posts, generate_series(1, 99) n where id = $1`,
    [first.id],
  )
  const { id } = await written({ published: true })
  await app.database.pool.query(
    'insert into changelog_posts select organization_id, $1, id, 0 from posts where organization_id = $2',
    [id, own.organization.id],
  )
  const query = `query ($first: Int!) { posts(first: $first) { nodes { title changelogs(first: 2) { nodes { databaseId title } } } } }`
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { posts } = await run(app, own.key, query, { first: size })
    expect(posts.nodes).toHaveLength(size)
    for (const { changelogs } of posts.nodes)
      expect(changelogs.nodes).toEqual([{ databaseId: id, title: 'News' }])
    counts.push(app.statements.length)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
})
