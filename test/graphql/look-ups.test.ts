import { expect, test } from 'vitest'
import { SCOPES } from '../../src/auth/scopes.ts'
import { NODE_PREFIXES } from '../../src/graphql/schema/node/prefixes.ts'
import { refusal, run } from '../support/clients/operations.ts'
import type { Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const ours = useTenant(app)
const theirs = useTenant(app)

test("treats another organization's person as unknown", async () => {
  const query = 'query ($by: UserBy!) { user(by: $by) { email } }'
  const keys = ({ id, email }: { id: number; email: string }) => [
    { id: `usr_${id}` },
    { databaseId: id },
    { email: ` ${email.toUpperCase()} ` },
  ]
  for (const by of keys(ours.admin))
    expect(await run(app, ours.key, query, { by })).toEqual({ user: { email: ours.admin.email } })
  for (const by of [...keys(theirs.admin), { databaseId: 2147483647 }, { email: 'no address' }])
    expect(await run(app, ours.key, query, { by })).toEqual({ user: null })
  expect(await refusal(app, ours.key, query, { by: { id: 'mbr_1' } })).toMatchObject({
    code: 'INVALID_PARAM',
    message: '"by.id" must be the id of a User, not of a TeamMember: mbr_1.',
  })
  const [by] = keys(ours.admin)
  const customer = await ours.sso({ email: 'x@y.example' })
  expect(await run(app, customer, query, { by })).toEqual({ user: null })
  const self = await run(app, customer, '{ viewer { user { id } } }')
  expect(await run(app, customer, query, { by: { id: self.viewer.user.id } })).toEqual({
    user: { email: 'x@y.example' },
  })
})

test('finds the own organization by any key, and no other one', async () => {
  const query =
    'query ($by: OrganizationBy, $id: ID!) { organization(by: $by) { databaseId } node(id: $id) { id } }'
  const keys = ({ organization: { id, slug } }: Tenant) => [{ id: `org_${id}` }, { databaseId: id }, { slug }]
  for (const [tenant, databaseId] of [
    [ours, ours.organization.id],
    [theirs, null],
  ] as const) {
    const id = `org_${tenant.organization.id}`
    const found = { organization: databaseId && { databaseId }, node: databaseId && { id } }
    for (const by of keys(tenant)) expect(await run(app, ours.key, query, { by, id })).toEqual(found)
  }
  const { organization } = await run(app, ours.key, '{ organization { databaseId } }')
  expect(organization).toEqual({ databaseId: ours.organization.id })
})

test('describes every scope, also to a client without a credential', async () => {
  const { scopes } = await run(app, {}, '{ scopes { scope name description } }')
  expect(scopes).toHaveLength(Object.keys(SCOPES).length)
  expect(scopes[0]).toEqual({ scope: 'POSTS_READ', name: 'posts:read', description: SCOPES['posts:read'] })
})

test('nodes takes 100 ids, and refuses more', async () => {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = Array<string>(100).fill('post_2147483000')
  expect((await run(app, ours.key, query, { ids })).nodes).toEqual(ids.map(() => null))
  expect(await refusal(app, ours.key, query, { ids: [...ids, 'post_1'] })).toMatchObject({
    code: 'UNPROCESSABLE',
  })
})

test.each(Object.entries(NODE_PREFIXES))(
  'no %s has an id above the range of its column',
  async (_type, prefix) => {
    const query = 'query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id } nodes(ids: $ids) { id } }'
    for (const number of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const id = `${prefix}_${number}`
      const found = { node: null, nodes: [null, { id: `org_${ours.organization.id}` }] }
      const ids = [id, `org_${ours.organization.id}`]
      expect(await run(app, ours.admin.session, query, { id, ids })).toEqual(found)
    }
  },
)

test('a list of 10,001 items has a total of 10,000, which is not exact', async () => {
  const put = (from: number, to: number) =>
    app.database.pool.query(
      `insert into tags (organization_id, name, color) select $1, 'many ' || n, '#112233' from generate_series($2::int, $3::int) n`,
      [theirs.organization.id, from, to],
    )
  const query = '{ tags(first: 1) { totalCount totalCountIsExact } }'
  await put(1, 10_000)
  expect((await run(app, theirs.key, query)).tags).toEqual({ totalCount: 10_000, totalCountIsExact: true })
  await put(10_001, 10_001)
  expect((await run(app, theirs.key, query)).tags).toEqual({ totalCount: 10_000, totalCountIsExact: false })
})
