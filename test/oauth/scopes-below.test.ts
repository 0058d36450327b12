import { beforeAll, describe, expect, test } from 'vitest'
import { TYPE_SCOPES } from '../../src/graphql/access/type-scopes.ts'
import { ALL_SCOPES, putGrant, putToken } from '../support/fixtures/grants.ts'
import { operationOf } from '../support/contract/id-arguments.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { postId, submit } from '../support/fixtures/people.ts'
import { reachCases, typeNames, typesInReach } from '../support/contract/scope-cases.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { fillTenant } from '../support/contract/cross-tenant-fixtures.ts'
import { useApp } from '../support/use.ts'

/** One object of every kind has this id. */
const OWN = '555000001'

const app = useApp()
let target: Tenant
let tokenWith: (scopes: readonly (typeof ALL_SCOPES)[number][]) => Promise<Headers>

beforeAll(async () => {
  const owner = await createTenant(app)
  target = await createTenant(app)
  await fillTenant(app.database.pool, target.organization.id, Number(OWN))
  const { install } = await putGrant(app, owner, target)
  tokenWith = (scopes) => putToken(app, install, scopes)
})

describe('a field of a related object needs the scope of that object', () => {
  test.each(reachCases().map((reach) => [reach.label, reach] as const))('%s', async (_, reach) => {
    const { root, selection, scope } = reach
    const { query, variables } = operationOf(root, OWN, selection)
    const without = await tokenWith(ALL_SCOPES.filter((other) => other !== scope))
    expect(await refusal(app, without, query, variables)).toMatchObject({
      status: 403,
      message: `Missing required OAuth scope: ${scope}`,
    })
    const { body } = await app.graphql(query, variables, await tokenWith(ALL_SCOPES))
    expect(JSON.stringify(body.errors ?? [])).not.toContain('scope')
  })
})

test('the cases cover the fields that lead to objects of another scope', () => {
  const labels = reachCases().map(({ label }) => label.split(' ')[0])
  expect(labels).toEqual(
    expect.arrayContaining([
      'Post.comments',
      'Post.viewerVote',
      'Post.voters',
      'Tag.posts',
      'User.posts',
      'Post.submitter',
      'Comment.post',
      'Comment.author',
      'Vote.user',
      'Changelog.author',
      'Roadmap.owner',
      'Viewer.organization',
    ]),
  )
})

test('every type reachable by a token declares the scope that it needs', () => {
  const listed = typesInReach().filter((name) => !/(Connection|Edge|Payload)$/.test(name))
  // Deliberately closed to tokens.
  expect(listed.filter((name) => !(name in TYPE_SCOPES))).toEqual([
    'Account',
    'ApiKey',
    'Download',
    'ExportOptions',
    'ExportRun',
    'Install',
    'InstalledApp',
    'OrganizationSummary',
    'SignInProvider',
    'ToolCalls',
  ])
  expect(Object.keys(TYPE_SCOPES).filter((name) => !typeNames().includes(name))).toEqual([])
})

test.each([
  ['an alias', '{ p: posts { nodes { c: comments { n: nodes { body } } } } }'],
  ['a fragment', 'fragment f on Post { comments { nodes { body } } } query { posts { nodes { ...f } } }'],
  ['an inline fragment', '{ posts { nodes { ... on Post { comments { nodes { body } } } } } }'],
  ['edges', '{ posts { edges { node { comments { edges { node { body } } } } } } }'],
  [
    'a condition',
    'query ($no: Boolean = false) { posts { nodes { comments @skip(if: $no) { nodes { body } } } } }',
  ],
  ['two nodes of one name', '{ posts { nodes { id } } posts { nodes { comments { nodes { body } } } } }'],
  ['page information only', '{ posts { nodes { comments { pageInfo { hasNextPage } } } } }'],
])('%s cannot hide a field from the check', async (_, query) => {
  const missing = 'Missing required OAuth scope: comments:read'
  const token = await tokenWith(['posts:read'])
  // Runs twice, because the result is cached per document.
  for (const _try of [1, 2]) expect((await refusal(app, token, query)).message).toBe(missing)
})

test('the cached check for one set of variables does not apply to another', async () => {
  const query = `query ($more: Boolean!) {
    comments { nodes { post { id } } }
    ... @include(if: $more) { comments { nodes { post { description } } } }
  }`
  const token = await tokenWith(['comments:read'])
  await run(app, token, query, { more: false })
  expect((await refusal(app, token, query, { more: true })).message).toContain('posts:read')
  await run(app, token, query, { more: false })
})

test('the public fields of an object of another kind need no scope of their own', async () => {
  const id = await submit(app, target.key, 'Referred to')
  await createComment(app, target.keyAndAdmin, id, 'x')
  const { comments } = await run(
    app,
    await tokenWith(['comments:read']),
    'query ($id: ID!) { comments(filter: { postId: $id }) { nodes { post { id databaseId title url } author { databaseId name role } } } }',
    { id: postId(id) },
  )
  expect(comments.nodes[0]).toMatchObject({
    post: { id: postId(id), title: 'Referred to' },
    author: { role: 'ADMIN' },
  })
})

test('a mutation that selects fields beyond its scopes writes nothing', async () => {
  const token = await tokenWith(['posts:write'])
  const query = 'mutation { createPost(input: { title: "Bait" }) { post { id submitter { email } } } }'
  const count = async () =>
    Number((await app.database.pool.query('select count(*) from posts')).rows[0].count)
  const before = await count()
  expect((await refusal(app, token, query)).message).toBe('Missing required OAuth scope: customers:read')
  expect(await count()).toBe(before)
  await run(
    app,
    token,
    'mutation { createPost(input: { title: "Bait" }) { post { id title submitter { name } } } }',
  )
})

test('a vote shows the counts of its post and no other field of it', async () => {
  const id = await submit(app, target.key, 'Voted on')
  const token = await tokenWith(['votes:write'])
  const vote = (fields: string) =>
    `mutation ($id: ID!) { castVote(input: { id: $id }) { post { ${fields} } } }`
  expect((await refusal(app, token, vote('description'), { id: postId(id) })).message).toContain('posts:read')
  const { castVote } = await run(app, token, vote('title votesCount viewerVote'), { id: postId(id) })
  expect(castVote.post).toEqual({ title: 'Voted on', votesCount: 2, viewerVote: 'UP' })
})

test('the customer of a person needs its scope, also below a field that permits the person to every token', async () => {
  const query = '{ viewer { user { name customer { labels } } } }'
  const token = await tokenWith(['posts:read', 'customers:write'])
  expect((await refusal(app, token, query)).message).toBe('Missing required OAuth scope: customers:read')
  expect(await run(app, await tokenWith(['customers:read']), query)).toMatchObject({
    viewer: { user: { customer: null } },
  })
})
