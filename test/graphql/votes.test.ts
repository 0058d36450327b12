import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf, submit } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const VOTE =
  'mutation ($id: ID!, $direction: VoteDirection) { voteOnPost(id: $id, direction: $direction) { votesCount downvotesCount viewerVote updatedAt } }'
const REMOVE = 'mutation ($id: ID!) { removeVote(id: $id) { votesCount downvotesCount viewerVote } }'
const ON_BEHALF =
  'mutation ($id: ID!, $email: String, $direction: VoteDirection) { voteOnBehalf(postId: $id, email: $email, direction: $direction) { votesCount downvotesCount } }'
const VOTERS = 'query ($id: ID!) { voters(postId: $id) { nodes { direction user { id email } } } }'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

test('gives a person one vote on a post, up or down, which can be removed', async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const id = await submit(app, tenant.key, 'One vote each')
  const before = await run(app, ann, 'query ($id: ID!) { post(id: $id) { updatedAt viewerVote } }', { id })
  expect(before.post.viewerVote).toBeNull()
  const up = await run(app, ann, VOTE, { id })
  expect(up.voteOnPost).toEqual({
    votesCount: 2,
    downvotesCount: 0,
    viewerVote: 'up',
    updatedAt: before.post.updatedAt,
  })
  const down = await run(app, ann, VOTE, { id, direction: 'down' })
  expect(down.voteOnPost).toMatchObject({ votesCount: 1, downvotesCount: 1, viewerVote: 'down' })
  const none = await run(app, ann, REMOVE, { id })
  expect(none.removeVote).toEqual({ votesCount: 1, downvotesCount: 0, viewerVote: null })
  expect((await run(app, ann, REMOVE, { id })).removeVote.votesCount).toBe(1)
})

test('returns the state after each of several votes in one operation', async () => {
  const { ben } = await customers(app, tenant, 'ben')
  const id = await submit(app, tenant.key, 'Twice in one')
  const data = await run(
    app,
    ben,
    'mutation ($id: ID!) { a: voteOnPost(id: $id) { viewerVote } b: removeVote(id: $id) { viewerVote } }',
    { id },
  )
  expect(data).toEqual({ a: { viewerVote: 'up' }, b: { viewerVote: null } })
})

test('counts 20 people who vote concurrently', async () => {
  const id = await submit(app, tenant.key, 'Popular')
  const people = Array.from({ length: 20 }, (_, index) => `voter${index}`)
  const headers = await customers(app, tenant, ...people)
  await Promise.all(people.map((name) => run(app, headers[name] ?? {}, VOTE, { id })))
  const { post } = await run(app, tenant.key, 'query ($id: ID!) { post(id: $id) { votesCount } }', { id })
  expect(post.votesCount).toBe(21)
  const { voters } = await run(app, tenant.key, VOTERS, { id })
  expect(voters.nodes).toHaveLength(21)
})

test('counts 10 concurrent votes of one person once', async () => {
  const { eager } = await customers(app, tenant, 'eager')
  const id = await submit(app, tenant.key, 'Impatient')
  await Promise.all(Array.from({ length: 10 }, () => run(app, eager, VOTE, { id })))
  const { post } = await run(app, eager, 'query ($id: ID!) { post(id: $id) { votesCount viewerVote } }', {
    id,
  })
  expect(post).toEqual({ votesCount: 2, viewerVote: 'up' })
})

test("rejects a customer's vote on a post they cannot see", async () => {
  const { cat } = await customers(app, tenant, 'cat')
  const other = await createTenant(app)
  const foreign = await submit(app, other.key, 'Elsewhere')
  const hiddenAway = await submit(app, tenant.key, 'Private')
  await app.database.kysely
    .updateTable('posts')
    .set({ private: true })
    .where('id', '=', Number(hiddenAway))
    .execute()
  for (const id of [foreign, hiddenAway, '2147483647', 'x']) {
    expect(await refusal(app, cat, VOTE, { id })).toMatchObject({ status: 404, message: 'Post not found' })
  }
  expect(
    await app.database.kysely
      .selectFrom('votes')
      .selectAll()
      .where('postId', '=', Number(hiddenAway))
      .execute(),
  ).toHaveLength(1)
})

test("rejects a blocked person's vote", async () => {
  const { rude } = await customers(app, tenant, 'rude')
  const id = await submit(app, tenant.key, 'No trolls')
  const { kysely } = app.database
  await kysely.updateTable('users').set({ blocked: true }).where('email', '=', emailOf('rude')).execute()
  expect(await refusal(app, rude, VOTE, { id })).toMatchObject({ status: 403 })
  expect(
    await kysely.selectFrom('votes').selectAll().where('postId', '=', Number(id)).execute(),
  ).toHaveLength(1)
})

test('lets a team member vote for others, who become customers when they are new', async () => {
  const id = await submit(app, tenant.key, 'Told on the phone')
  const first = await run(app, tenant.keyAndAdmin, ON_BEHALF, { id, email: 'New@Caller.example' })
  expect(first.voteOnBehalf).toEqual({ votesCount: 2, downvotesCount: 0 })
  const turned = await run(app, tenant.keyAndAdmin, ON_BEHALF, {
    id,
    email: 'new@caller.example',
    direction: 'down',
  })
  expect(turned.voteOnBehalf).toEqual({ votesCount: 1, downvotesCount: 1 })
  const { voters } = await run(app, tenant.key, VOTERS, { id })
  expect(
    voters.nodes.map((vote: { user: { email: string }; direction: string }) => [
      vote.user.email,
      vote.direction,
    ]),
  ).toEqual([
    [tenant.admin.email, 'up'],
    ['new@caller.example', 'down'],
  ])
  const gone = await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($id: ID!) { removeVoteOnBehalf(postId: $id, email: "new@caller.example") { downvotesCount } nobody: removeVoteOnBehalf(postId: $id, email: "who@nowhere.example") { downvotesCount } }',
    { id },
  )
  expect(gone).toEqual({ removeVoteOnBehalf: { downvotesCount: 0 }, nobody: { downvotesCount: 0 } })
})

test('lets only the team vote for others and see voters', async () => {
  const { dan } = await customers(app, tenant, 'dan')
  const id = await submit(app, tenant.key, 'Not yours')
  expect(await refusal(app, tenant.key, ON_BEHALF, { id, email: 'a@b.example' })).toMatchObject({
    status: 403,
  })
  expect(await refusal(app, dan, ON_BEHALF, { id, email: 'a@b.example' })).toMatchObject({ status: 403 })
  expect(await refusal(app, dan, VOTERS, { id })).toMatchObject({ status: 403 })
  const { kysely } = app.database
  expect(await kysely.selectFrom('users').selectAll().where('email', '=', 'a@b.example').execute()).toEqual(
    [],
  )
})

test('pages through voters without repetitions or gaps', async () => {
  const id = await submit(app, tenant.key, 'Paged')
  const names = Array.from({ length: 7 }, (_, index) => `pager${index}`)
  for (const name of names) await run(app, tenant.keyAndAdmin, ON_BEHALF, { id, email: emailOf(name) })
  const seen: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const { voters } = await run(
      app,
      tenant.key,
      'query ($id: ID!, $after: String) { voters(postId: $id, first: 3, after: $after) { nodes { user { email } } pageInfo { hasNextPage endCursor } } }',
      { id, after },
    )
    seen.push(...voters.nodes.map(({ user }: { user: { email: string } }) => user.email))
    after = voters.pageInfo.endCursor
    more = voters.pageInfo.hasNextPage
  }
  expect(seen).toEqual([tenant.admin.email, ...names.map(emailOf)])
})

test("reads the caller's own votes on a page of posts in one statement", async () => {
  const { eve } = await customers(app, tenant, 'eve')
  app.statements.length = 0
  await run(app, eve, '{ posts(first: 5) { nodes { viewerVote } } }')
  expect(app.statements.filter((text) => /from "votes"/.test(text))).toHaveLength(1)
})

test('lets the team add subscribers by e-mail once, list them and remove them', async () => {
  const id = await submit(app, tenant.key, 'News')
  const add =
    'mutation ($id: ID!, $email: String!) { addPostSubscriber(postId: $id, email: $email) { user { email } } }'
  for (let time = 0; time < 2; time++) await run(app, tenant.key, add, { id, email: 'Reader@news.example' })
  const list = 'query ($id: ID!) { postSubscribers(postId: $id) { nodes { user { email } } } }'
  const { postSubscribers } = await run(app, tenant.key, list, { id })
  expect(postSubscribers.nodes.map(({ user }: { user: { email: string } }) => user.email)).toEqual([
    tenant.admin.email,
    'reader@news.example',
  ])
  await run(
    app,
    tenant.key,
    'mutation ($id: ID!) { removePostSubscriber(postId: $id, email: "reader@news.example") { id } }',
    { id },
  )
  expect((await run(app, tenant.key, list, { id })).postSubscribers.nodes).toHaveLength(1)
  const { fay } = await customers(app, tenant, 'fay')
  expect(await refusal(app, fay, list, { id })).toMatchObject({ status: 403 })
  expect(await refusal(app, fay, add, { id, email: 'x@y.example' })).toMatchObject({ status: 403 })
})
