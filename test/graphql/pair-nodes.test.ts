import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const roadmaps = roadmapCalls(app, tenant)

const NODE = `query ($id: ID!) { node(id: $id) { id
  ... on Vote { direction post { id } user { email } }
  ... on PostSubscriber { post { id } user { email } } ... on RoadmapPost { reach post { title } roadmap { id } } } }`

const find = async (headers: Headers, id: string) => (await run(app, headers, NODE, { id })).node

const castVote = (input: object, headers: Headers = tenant.keyAndAdmin) =>
  run(
    app,
    headers,
    'mutation ($input: CastVoteInput!) { castVote(input: $input) { vote { id direction } } }',
    { input },
  ).then(({ castVote: { vote } }) => vote as { id: string; direction: string })

test('a vote keeps its id, by which node finds it for the team and the voter until it is removed', async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const id = postId(await submit(app, tenant.key, 'Vote'))
  const vote = await castVote({ id }, ann)
  expect(vote.id).toMatch(new RegExp(`^vote_${id.split('_')[1]}_\\d+$`))
  expect(await castVote({ id, direction: 'DOWN' }, ann)).toEqual({ id: vote.id, direction: 'DOWN' })
  for (const headers of [ann, tenant.key])
    expect(await find(headers, vote.id)).toMatchObject({ id: vote.id, direction: 'DOWN', post: { id } })
  expect(await find(ben, vote.id)).toBeNull()
  const { post } = await run(app, tenant.key, `{ post(by: { id: "${id}" }) { voters { nodes { id } } } }`)
  expect(post.voters.nodes).toContainEqual({ id: vote.id })
  const remove = `mutation { removeVote(input: { id: "${id}" }) { removedVote { id } } }`
  expect((await run(app, ann, remove)).removeVote).toMatchObject({ removedVote: { id: vote.id } })
  expect(await find(tenant.key, vote.id)).toBeNull()
})

test('a customer no longer finds a vote, a subscription and a roadmap post of a private post', async () => {
  const { cid } = await customers(app, tenant, 'cid')
  const id = postId(await submit(app, tenant.key, 'Soon private'))
  const subscribe = `mutation { subscribeToPost(input: { id: "${id}" }) { subscriber { id } } }`
  const input = { id: await roadmaps.create({ isPublic: true }), postId: id }
  const { roadmapPost } = await roadmaps.change('addRoadmapPost', input, 'roadmapPost { id }')
  const ids = [
    (await castVote({ id }, cid)).id,
    (await run(app, cid, subscribe)).subscribeToPost.subscriber.id,
    roadmapPost.id,
  ]
  for (const one of ids) expect(await find(cid, one), one).not.toBeNull()
  const { createBucket } = await run(
    app,
    tenant.keyAndAdmin,
    'mutation { createBucket(input: { name: "Inside", private: true }) { bucket { id } } }',
  )
  const move = `mutation { updatePost(input: { id: "${id}", bucketId: "${createBucket.bucket.id}" }) { errors { message } } }`
  expect((await run(app, tenant.keyAndAdmin, move)).updatePost.errors).toEqual([])
  for (const one of ids) expect(await find(cid, one), one).toBeNull()
  for (const one of ids) expect(await find(tenant.key, one), one).not.toBeNull()
})

test('a subscription has an id until its end, which returns it', async () => {
  const { dan, eve } = await customers(app, tenant, 'dan', 'eve')
  const id = postId(await submit(app, tenant.key, 'News'))
  const subscribe = `mutation { subscribeToPost(input: { id: "${id}" }) { subscriber { id } } }`
  const { subscriber } = (await run(app, dan, subscribe)).subscribeToPost
  for (const headers of [dan, tenant.key])
    expect(await find(headers, subscriber.id)).toMatchObject({ id: subscriber.id, post: { id } })
  expect(await find(eve, subscriber.id)).toBeNull()
  const end = `mutation { unsubscribeFromPost(input: { id: "${id}" }) { removedSubscriberId } }`
  expect((await run(app, dan, end)).unsubscribeFromPost).toMatchObject({
    removedSubscriberId: subscriber.id,
  })
  expect(await find(tenant.key, subscriber.id)).toBeNull()
})

test('a post on a roadmap has an id of both, found by those who see both', async () => {
  const { fay } = await customers(app, tenant, 'fay')
  const [open, inner] = [
    await roadmaps.create({ isPublic: true }),
    await roadmaps.create({ isPublic: false }),
  ]
  const post = await roadmaps.post('Planned')
  const ids: string[] = []
  for (const roadmap of [open, inner]) {
    const input = { id: roadmap, postId: `post_${post}`, scoring: { reach: 5 } }
    const { roadmapPost } = await roadmaps.change('addRoadmapPost', input, 'roadmapPost { id }')
    expect(roadmapPost.id).toBe(`rmp_${roadmap.split('_')[1]}_${post}`)
    ids.push(roadmapPost.id)
  }
  const [seen = '', unseen = ''] = ids
  const found = (id: string, roadmap: string) => ({
    id,
    reach: 5,
    post: { title: 'Planned' },
    roadmap: { id: roadmap },
  })
  expect(await find(tenant.key, seen)).toEqual(found(seen, open))
  expect(await find(tenant.key, unseen)).toEqual(found(unseen, inner))
  expect(await find(fay, seen)).toEqual(found(seen, open))
  expect(await find(fay, unseen)).toBeNull()
  const key = { id: open, postId: `post_${post}` }
  const removed = await roadmaps.change('removeRoadmapPost', key, 'removedPostId removedRoadmapPostId')
  expect(removed).toMatchObject({ removedPostId: key.postId, removedRoadmapPostId: seen })
  expect(await find(tenant.key, seen)).toBeNull()
})

test('a token needs the scope of the type', async () => {
  const { id } = await castVote({ id: postId(await submit(app, tenant.key, 'Scopes')) })
  for (const [scope, answer] of [
    ['votes:read', { data: { node: { id } } }],
    ['posts:read', { errors: [{ message: 'Missing required OAuth scope: votes:read' }] }],
  ] as const) {
    const { token } = await putGrant(app, tenant, tenant, { scopes: [scope] })
    const query = 'query ($id: ID!) { node(id: $id) { ... on Vote { id } } }'
    expect((await app.graphql(query, { id }, token)).body).toMatchObject(answer)
  }
  const { token } = await putGrant(app, tenant, tenant, { scopes: ['votes:read'] })
  const query = 'query ($id: ID!) { node(id: $id) { ... on Vote { post { title votesCount } } } }'
  expect((await app.graphql(query, { id }, token)).body).toMatchObject({
    errors: [{ message: 'Missing required OAuth scope: posts:read' }],
  })
})

test('people find their own account only', async () => {
  const { viewer } = await run(app, tenant.admin.session, '{ viewer { account { id databaseId email } } }')
  expect(viewer.account.id).toBe(`acc_${viewer.account.databaseId}`)
  const query = 'query ($id: ID!) { node(id: $id) { ... on Account { email } } }'
  const ask = async (headers: Headers) => (await run(app, headers, query, { id: viewer.account.id })).node
  expect(await ask(tenant.admin.session)).toEqual({ email: tenant.admin.email })
  expect(await ask(tenant.key)).toBeNull()
})

test('an id of two numbers that no object has finds nothing, and is the id of no post', async () => {
  const { id } = await castVote({ id: postId(await submit(app, tenant.key, 'Ids')) })
  for (const none of [`${id}_1`, 'vote_1', 'vote_01_2', 'vote_1_2147483648', 'sub_999999999_1'])
    expect(await find(tenant.key, none)).toBeNull()
  const query = 'query ($id: ID!) { post(by: { id: $id }) { id } }'
  expect(await refusal(app, tenant.key, query, { id })).toMatchObject({
    message: `"by.id" must be the id of a Post, not of a Vote: ${id}.`,
  })
})
