import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const VOTE =
  'mutation ($id: ID!, $direction: VoteDirection = UP) { castVote(input: { id: $id, direction: $direction }) { vote { direction } post { votesCount downvotesCount viewerVote updatedAt } } }'
const REMOVE =
  'mutation ($id: ID!) { removeVote(input: { id: $id }) { removedVote { direction } post { votesCount downvotesCount viewerVote } } }'
const ON_BEHALF =
  'mutation ($id: ID!, $email: EmailAddress!, $direction: VoteDirection = UP) { castVote(input: { id: $id, direction: $direction, onBehalfOf: { email: $email } }) { post { votesCount downvotesCount } } }'
const VOTERS =
  'query ($id: ID!, $filter: VoteFilter) { post(by: { id: $id }) { voters(filter: $filter) { totalCount nodes { direction user { id email } } } } }'

/** Submits a post. Returns its GraphQL id. */
const submitted = async (...options: Parameters<typeof submit>) => postId(await submit(...options))
const numberOf = (id: string) => Number(id.slice('post_'.length))

const app = useApp()
const tenant = useTenant(app)

test('gives a person one vote on a post, up or down, which can be removed', async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const id = await submitted(app, tenant.key, 'One vote each')
  const before = await run(app, ann, 'query ($id: ID!) { post(by: { id: $id }) { updatedAt viewerVote } }', {
    id,
  })
  expect(before.post.viewerVote).toBeNull()
  const up = await run(app, ann, VOTE, { id })
  expect(up.castVote).toEqual({
    vote: { direction: 'UP' },
    post: { votesCount: 2, downvotesCount: 0, viewerVote: 'UP', updatedAt: before.post.updatedAt },
    errors: [],
  })
  const down = await run(app, ann, VOTE, { id, direction: 'DOWN' })
  expect(down.castVote.post).toMatchObject({ votesCount: 1, downvotesCount: 1, viewerVote: 'DOWN' })
  const none = await run(app, ann, REMOVE, { id })
  expect(none.removeVote).toMatchObject({
    removedVote: { direction: 'DOWN' },
    post: { votesCount: 1, downvotesCount: 0, viewerVote: null },
  })
  expect((await run(app, ann, REMOVE, { id })).removeVote).toMatchObject({
    removedVote: null,
    post: { votesCount: 1 },
  })
})

test('returns the state after each of several votes in one operation', async () => {
  const { ben } = await customers(app, tenant, 'ben')
  const id = await submitted(app, tenant.key, 'Twice in one')
  const data = await run(
    app,
    ben,
    'mutation ($id: ID!) { a: castVote(input: { id: $id }) { post { viewerVote } } b: removeVote(input: { id: $id }) { post { viewerVote } } }',
    { id },
  )
  expect(data).toMatchObject({ a: { post: { viewerVote: 'UP' } }, b: { post: { viewerVote: null } } })
})

test('counts 20 people who vote concurrently', async () => {
  const id = await submitted(app, tenant.key, 'Popular')
  const people = Array.from({ length: 20 }, (_, index) => `voter${index}`)
  const headers = await customers(app, tenant, ...people)
  await Promise.all(people.map((name) => run(app, headers[name] ?? {}, VOTE, { id })))
  const { post } = await run(app, tenant.key, 'query ($id: ID!) { post(by: { id: $id }) { votesCount } }', {
    id,
  })
  expect(post.votesCount).toBe(21)
  const { voters } = (await run(app, tenant.key, VOTERS, { id })).post
  expect(voters).toMatchObject({ totalCount: 21, nodes: { length: 21 } })
})

test('counts 10 concurrent votes of one person once', async () => {
  const { eager } = await customers(app, tenant, 'eager')
  const id = await submitted(app, tenant.key, 'Impatient')
  await Promise.all(Array.from({ length: 10 }, () => run(app, eager, VOTE, { id })))
  const { post } = await run(
    app,
    eager,
    'query ($id: ID!) { post(by: { id: $id }) { votesCount viewerVote } }',
    {
      id,
    },
  )
  expect(post).toEqual({ votesCount: 2, viewerVote: 'UP' })
})

test("rejects a customer's vote on a post they cannot see", async () => {
  const { cat } = await customers(app, tenant, 'cat')
  const other = await createTenant(app)
  const foreign = await submitted(app, other.key, 'Elsewhere')
  const hiddenAway = await submitted(app, tenant.key, 'Private')
  await app.database.kysely
    .updateTable('posts')
    .set({ private: true })
    .where('id', '=', numberOf(hiddenAway))
    .execute()
  for (const id of [foreign, hiddenAway, postId('2147483647')]) {
    expect(await refusal(app, cat, VOTE, { id })).toMatchObject({ status: 404, message: 'Post not found' })
  }
  expect(await refusal(app, cat, VOTE, { id: 'x' })).toMatchObject({ status: 400, field: ['id'] })
  expect(
    await app.database.kysely
      .selectFrom('votes')
      .selectAll()
      .where('postId', '=', numberOf(hiddenAway))
      .execute(),
  ).toHaveLength(1)
})

test("rejects a blocked person's vote", async () => {
  const { rude } = await customers(app, tenant, 'rude')
  const id = await submitted(app, tenant.key, 'No trolls')
  const { kysely } = app.database
  await kysely.updateTable('users').set({ blocked: true }).where('email', '=', emailOf('rude')).execute()
  expect(await refusal(app, rude, VOTE, { id })).toMatchObject({ status: 403 })
  expect(
    await kysely.selectFrom('votes').selectAll().where('postId', '=', numberOf(id)).execute(),
  ).toHaveLength(1)
})

test('lets a team member vote for others, who become customers when they are new', async () => {
  const id = await submitted(app, tenant.key, 'Told on the phone')
  const first = await run(app, tenant.keyAndAdmin, ON_BEHALF, { id, email: 'New@Caller.example' })
  expect(first.castVote.post).toEqual({ votesCount: 2, downvotesCount: 0 })
  const turned = await run(app, tenant.keyAndAdmin, ON_BEHALF, {
    id,
    email: 'new@caller.example',
    direction: 'DOWN',
  })
  expect(turned.castVote.post).toEqual({ votesCount: 1, downvotesCount: 1 })
  const { voters } = (await run(app, tenant.key, VOTERS, { id })).post
  expect(
    voters.nodes.map((vote: { user: { email: string }; direction: string }) => [
      vote.user.email,
      vote.direction,
    ]),
  ).toEqual([
    [tenant.admin.email, 'UP'],
    ['new@caller.example', 'DOWN'],
  ])
  const down = (await run(app, tenant.key, VOTERS, { id, filter: { direction: 'DOWN' } })).post.voters
  expect(down).toMatchObject({ totalCount: 1, nodes: [{ user: { email: 'new@caller.example' } }] })
  const gone = await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($id: ID!) { known: removeVote(input: { id: $id, onBehalfOf: { email: "new@caller.example" } }) { post { downvotesCount } } unknown: removeVote(input: { id: $id, onBehalfOf: { email: "who@nowhere.example" } }) { post { downvotesCount } } }',
    { id },
  )
  expect(gone).toMatchObject({
    known: { post: { downvotesCount: 0 } },
    unknown: { post: { downvotesCount: 0 } },
  })
  expect(await refusal(app, tenant.keyAndAdmin, ON_BEHALF, { id, email: 'nobody' })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['onBehalfOf', 'email'],
  })
})

test('lets only the team vote for others and see voters', async () => {
  const { dan } = await customers(app, tenant, 'dan')
  const id = await submitted(app, tenant.key, 'Not yours')
  expect(await refusal(app, tenant.key, ON_BEHALF, { id, email: 'a@b.example' })).toMatchObject({
    status: 403,
  })
  expect(await refusal(app, dan, ON_BEHALF, { id, email: 'a@b.example' })).toMatchObject({ status: 403 })
  expect((await run(app, dan, VOTERS, { id })).post.voters).toBeNull()
  const { kysely } = app.database
  expect(await kysely.selectFrom('users').selectAll().where('email', '=', 'a@b.example').execute()).toEqual(
    [],
  )
})

test('pages through voters without repetitions or gaps', async () => {
  const id = await submitted(app, tenant.key, 'Paged')
  const names = Array.from({ length: 7 }, (_, index) => `pager${index}`)
  for (const name of names) await run(app, tenant.keyAndAdmin, ON_BEHALF, { id, email: emailOf(name) })
  const seen: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const { post } = await run(
      app,
      tenant.key,
      'query ($id: ID!, $after: String) { post(by: { id: $id }) { voters(first: 3, after: $after) { nodes { user { email } } pageInfo { hasNextPage endCursor } } } }',
      { id, after },
    )
    const { voters } = post
    seen.push(...voters.nodes.map(({ user }: { user: { email: string } }) => user.email))
    after = voters.pageInfo.endCursor
    more = voters.pageInfo.hasNextPage
  }
  expect(seen).toEqual([tenant.admin.email, ...names.map(emailOf)])
})
