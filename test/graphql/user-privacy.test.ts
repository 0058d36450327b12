import type { GraphQLObjectType } from 'graphql'
import { getNamedType, isLeafType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { run } from '../support/clients/operations.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Fields of the author of a public post as another customer reads them. A new field needs a decision here. */
const OF_AUTHOR: Record<string, unknown> = {
  id: expect.stringMatching(/^usr_/),
  databaseId: expect.any(Number),
  name: 'Ada',
  avatarUrl: null,
  url: expect.stringMatching(/\/u\/\d+$/),
  role: null,
  bot: false,
  confirmed: false,
  createdAt: expect.any(String),
  email: null,
  maskedEmail: null,
  labels: [],
  locale: null,
  customer: null,
  membership: null,
  posts: { totalCount: 1, nodes: [{ title: 'Public words' }] },
}
const SELECTIONS: Record<string, string> = {
  customer: 'customer { databaseId }',
  membership: 'membership { databaseId }',
  posts: 'posts { totalCount nodes { title } }',
}

const userType = schema.getType('User') as GraphQLObjectType
const fields = Object.values(userType.getFields())
const ALL = fields.map(({ name }) => SELECTIONS[name] ?? name).join(' ')

let readers: Record<'customer' | 'customer with a key' | 'visitor without a person', Headers>
const ids: Record<string, number> = {}

beforeAll(async () => {
  const sso = (name: string) =>
    tenant.sso({ email: `${name}@people.example`, name, labels: ['vip'], add_as_customer: true })
  const other = await tenant.sso({ email: 'reader@people.example' })
  const inAcme = { ...other, 'X-Organization': tenant.organization.slug }
  readers = {
    customer: inAcme,
    'customer with a key': { ...tenant.key, ...other },
    'visitor without a person': { 'X-Organization': tenant.organization.slug },
  }
  const admin = (query: string, variables: Record<string, unknown> = {}) =>
    run(app, tenant.keyAndAdmin, query, variables)
  await admin('mutation { updateOrganization(input: { visibility: PUBLIC }) { errors { code } } }')
  const bucket = (
    await admin(
      'mutation { createBucket(input: { name: "Secret", private: true }) { bucket { id } errors { message } } }',
    )
  ).createBucket.bucket.id
  const create = async (headers: Headers, title: string, bucketId?: string) =>
    await run(
      app,
      headers,
      'mutation ($title: String!, $submitter: ID) { createPost(input: { title: $title }) { post { id } errors { message } } }'.replace(
        ', $submitter: ID',
        '',
      ),
      { title },
    ).then(async (data) => {
      const { id } = data.createPost.post
      if (bucketId !== undefined)
        await admin(
          'mutation ($id: ID!, $bucketId: ID!) { updatePost(input: { id: $id, bucketId: $bucketId }) { errors { message } } }',
          { id, bucketId },
        )
      return id as string
    })
  const ada = { ...tenant.key, ...(await sso('Ada')) }
  const public_ = await create(ada, 'Public words')
  await create(ada, 'Private words', bucket)
  const ben = { ...tenant.key, ...(await sso('Ben')) }
  await create(ben, 'Hidden words', bucket)
  await run(app, ben, 'mutation ($id: ID!) { castVote(input: { id: $id }) { errors { message } } }', {
    id: public_,
  })
  for (const name of ['Ada', 'Ben'])
    await admin(
      `mutation { updateCustomer(input: { customer: { email: "${name.toLowerCase()}@people.example" }, customFields: { plan: "secret" } }) { errors { message } } }`,
    )
  const { rows } = await app.database.pool.query<{ id: number; name: string }>(
    'select id, name from users where organization_id = $1',
    [tenant.organization.id],
  )
  for (const { id, name } of rows) ids[name] = id
})

test('every field of a person is decided', () => {
  expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(OF_AUTHOR).sort())
  const composite = fields.filter(({ type }) => !isLeafType(getNamedType(type)))
  expect(composite.map(({ name }) => name).sort()).toEqual(Object.keys(SELECTIONS).sort())
})

const READERS = ['customer', 'customer with a key'] as const

describe.each(READERS)('a %s', (reader) => {
  test.each(fields.map(({ name }) => name))(
    'reads of the author of a public post no more in %s',
    async (field) => {
      const query = `query ($by: UserBy!) { user(by: $by) { ${SELECTIONS[field] ?? field} } }`
      const { body } = await app.graphql(query, { by: { databaseId: ids.Ada } }, readers[reader])
      expect(body.data?.user?.[field] ?? null, JSON.stringify(body)).toEqual(OF_AUTHOR[field])
      expect(JSON.stringify(body)).not.toMatch(/people\.example|secret|vip|Private words|Hidden words/)
    },
  )

  test('finds no person without a public text, by any key', async () => {
    const { body } = await app.graphql(
      `query ($id: Int!, $node: ID!) {
        byId: user(by: { databaseId: $id }) { ${ALL} }
        byNode: user(by: { id: $node }) { ${ALL} }
        byEmail: user(by: { email: "ben@people.example" }) { ${ALL} }
        author: user(by: { email: "ada@people.example" }) { ${ALL} }
        node(id: $node) { id ... on User { ${ALL} } }
        nodes(ids: [$node]) { id ... on User { ${ALL} } }
      }`,
      { id: ids.Ben, node: `usr_${ids.Ben}` },
      readers[reader],
    )
    const nobody = { byId: null, byNode: null, byEmail: null, author: null, node: null, nodes: [null] }
    expect(body.data).toEqual(nobody)
  })
})

test('a request without a credential reads no person', async () => {
  for (const name of ['Ada', 'Ben']) {
    const query = `{ user(by: { databaseId: ${ids[name]} }) { ${ALL} } }`
    const { body } = await app.graphql(query, {}, readers['visitor without a person'])
    expect([body.data?.user ?? null, body.errors?.length]).toEqual([null, 1])
  }
})
