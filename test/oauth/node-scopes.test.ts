import { beforeAll, expect, test } from 'vitest'
import { toNodeId } from '../../src/graphql/schema/node/prefixes.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let token: Headers
let post: string
let tag: string

beforeAll(async () => {
  ;({ token } = await putGrant(app, tenant, tenant, { scopes: ['tags:read'] }))
  post = toNodeId('Post', await createPost(app, tenant, 'Dark mode'))
  const { body } = await app.graphql(
    'mutation { createTag(input: { name: "Mobile" }) { tag { id } } }',
    {},
    tenant.key,
  )
  tag = body.data.createTag.tag.id
})

const DOCUMENTS = [
  (selection: string) => `query ($id: ID!) { node(id: $id) { ${selection} } }`,
  (selection: string) => `query ($id: ID!) { nodes(ids: [$id]) { ${selection} } }`,
]

test.each(DOCUMENTS)('a token selects by node only what its scopes permit: %s', async (document) => {
  const ask = async (selection: string, id: string) =>
    (await app.graphql(document(selection), { id }, token)).body
  const found = async (selection: string, id: string) => {
    const { data, errors } = await ask(selection, id)
    expect(errors).toBeUndefined()
    return [data.node ?? data.nodes].flat()[0]
  }
  expect(await found('... on Tag { name createdAt }', tag)).toMatchObject({ name: 'Mobile' })
  expect(await found('id ... on Post { title }', post)).toEqual({ id: post, title: 'Dark mode' })
  // Fields of other types are no fields of this one.
  expect(await found('... on Tag { name } ... on Post { votesCount }', tag)).toEqual({ name: 'Mobile' })
  for (const selection of ['... on Post { votesCount }', '... on Node { ... on Post { votesCount } }']) {
    const { data, errors } = await ask(selection, post)
    expect(JSON.stringify(data)).not.toContain('votesCount')
    expect(errors[0]).toMatchObject({
      message: 'Missing required OAuth scope: posts:read',
      extensions: { code: 'MISSING_SCOPE', status: 403 },
    })
  }
})

test('a missing scope empties only its entry of nodes', async () => {
  const document =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Tag { name } ... on Post { votesCount } } }'
  // A repeated document is compiled.
  for (let time = 0; time < 3; time++) {
    const { body } = await app.graphql(document, { ids: [tag, post, 'tag_999999999'] }, token)
    expect(body.data).toEqual({ nodes: [{ id: tag, name: 'Mobile' }, null, null] })
    expect(body.errors).toMatchObject([
      {
        message: 'Missing required OAuth scope: posts:read',
        path: ['nodes', 1],
        extensions: { code: 'MISSING_SCOPE', status: 403 },
      },
    ])
  }
})
