import { afterAll, beforeAll, expect, test } from 'vitest'
import { changed, followEvents } from '../support/clients/follow-events.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { connect, subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { CREATE_COMMENT, DELETE_COMMENT, UPDATE_COMMENT } from '../support/fixtures/comments.ts'
import { MERGE, UNMERGE, UNVOTE, VOTE } from '../support/fixtures/merging.ts'
import { customers } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { asAdmin, change, close, eventsOf, newPost } = {} as Awaited<ReturnType<typeof followEvents>>

beforeAll(async () => {
  ;({ asAdmin, change, close, eventsOf, newPost } = await followEvents(app, tenant))
})
afterAll(() => close())

test('merges, their ends and deletions of posts', async () => {
  const [parent, child] = [await newPost('Parent'), await newPost('Child')]
  await asAdmin(
    'mutation ($id: ID!) { castVote(input: { id: $id, onBehalfOf: { email: "v@x.example" } }) { post { id } } }',
    { id: `post_${child}` },
  )
  const snapshot = { databaseId: child, title: 'Child', mergedIntoId: `post_${parent}` }
  const merged = await eventsOf(() => asAdmin(MERGE, { id: `post_${parent}`, postIds: [`post_${child}`] }))
  expect(merged.events).toMatchObject([
    { type: 'POST_UPDATED', snapshot, mergeParent: null },
    {
      type: 'POST_MERGED',
      snapshot,
      changes: [changed('mergedIntoId', null, parent)],
      mergeParent: { votesCount: 2 },
    },
  ])
  const unmerged = await eventsOf(() => asAdmin(UNMERGE, { id: `post_${child}` }))
  expect(unmerged.events).toMatchObject([
    { type: 'POST_UPDATED' },
    {
      type: 'POST_UNMERGED',
      snapshot: { mergedIntoId: null },
      changes: [changed('mergedIntoId', parent, null)],
      mergeParent: { votesCount: 1 },
    },
  ])
  await asAdmin(MERGE, { id: `post_${parent}`, postIds: [`post_${child}`] })
  const deleted = await eventsOf(change('deletePost', { id: `post_${parent}` }, 'deletedPostId'))
  expect(deleted.events).toMatchObject([
    { type: 'POST_DELETED', post: null, snapshot, changes: [] },
    { type: 'POST_DELETED', post: null, snapshot: { databaseId: parent }, changes: [] },
  ])
})

test('votes', async () => {
  const post = await newPost('Voted')
  const voter = { databaseId: tenant.admin.id }
  const vote = { databaseId: post }
  const cast = (direction: string) => () => asAdmin(VOTE, { id: `post_${post}`, direction })
  expect((await eventsOf(cast('UP'))).events).toEqual([])
  const removed = {
    type: 'VOTE_REMOVED',
    voter,
    vote,
    direction: 'UP',
    count: 1,
    votesCount: 0,
    downvotesCount: 0,
    changes: [],
  }
  const remove = () => asAdmin(UNVOTE, { id: `post_${post}` })
  expect((await eventsOf(remove)).events).toEqual([removed])
  expect((await eventsOf(remove)).events).toEqual([])
  const added = { ...removed, type: 'VOTE_ADDED', votesCount: 1 }
  expect((await eventsOf(cast('UP'))).events).toEqual([added])
  expect((await eventsOf(cast('DOWN'))).events).toEqual([
    {
      ...added,
      direction: 'DOWN',
      votesCount: 0,
      downvotesCount: 1,
      changes: [changed('direction', 'up', 'down')],
    },
  ])
})

test('comments', async () => {
  const post = await newPost('Discussed')
  const input = { postId: `post_${post}`, body: 'One' }
  const { data, events } = await eventsOf(() => asAdmin(CREATE_COMMENT, { input }))
  const { id } = data.createComment.comment
  const commented = {
    databaseId: Number(id.split('_')[1]),
    body: 'One',
    internal: false,
    commentsCount: 1,
    post: { databaseId: post },
  }
  expect(events).toEqual([{ type: 'COMMENT_CREATED', comment: { body: 'One' }, commented, changes: [] }])
  await asAdmin(CREATE_COMMENT, { input: { ...input, parentId: id, body: 'Reply' } })
  const update = (fields: object) => () => asAdmin(UPDATE_COMMENT, { input: { id, ...fields } })
  expect((await eventsOf(update({ body: 'Two' }))).events).toMatchObject([
    {
      type: 'COMMENT_UPDATED',
      commented: { body: 'Two', commentsCount: 2 },
      changes: [changed('comment', 'One', 'Two'), { field: 'commentHtml' }],
    },
  ])
  expect((await eventsOf(update({ body: 'Two', pinned: false }))).events).toEqual([])
  const hidden = { type: 'COMMENT_UPDATED', changes: [changed('internal', false, true)] }
  expect((await eventsOf(update({ internal: true }))).events).toMatchObject([
    { ...hidden, commented: { body: 'Two', commentsCount: 0 } },
    { ...hidden, commented: { body: 'Reply', internal: true, commentsCount: 0 } },
  ])
  expect((await eventsOf(() => asAdmin(DELETE_COMMENT, { id }))).events).toMatchObject([
    { type: 'COMMENT_DELETED', commented: { body: '', databaseId: commented.databaseId }, changes: [] },
  ])
})

test('events have their actor: the user, or the API key alone', async () => {
  const title = 'mutation { createPost(input: { title: "By someone" }) { post { id } } }'
  const admin = { kind: 'USER', user: { databaseId: tenant.admin.id } }
  expect((await eventsOf(() => asAdmin(title))).actors).toEqual([admin])
  const byKey = await eventsOf(() => run(app, tenant.key, title))
  expect(byKey.actors).toEqual([{ kind: 'API_KEY', user: null }])
  const { ann } = await customers(app, tenant, 'ann')
  const byCustomer = await eventsOf(() => run(app, ann, title))
  expect(byCustomer.actors).toEqual([{ kind: 'USER', user: { databaseId: expect.any(Number) } }])
  expect(byCustomer.actors).not.toEqual([admin])
})

test('a refused write causes no event', async () => {
  const id = `post_${await newPost('Stays')}`
  const refused: [query: string, variables: object][] = [
    [MERGE, { id, postIds: [id] }],
    [UNMERGE, { id }],
    [VOTE, { id: 'post_2000000000' }],
    [CREATE_COMMENT, { input: { postId: id, body: ' ' } }],
    [CREATE_COMMENT, { input: { postId: id, body: 'x', parentId: 'cmt_2000000000' } }],
    [DELETE_COMMENT, { id: 'cmt_2000000000' }],
  ]
  for (const [query, variables] of refused) {
    const { events } = await eventsOf(() => refusal(app, tenant.keyAndAdmin, query, { ...variables }))
    expect(events).toEqual([])
  }
})

test('people outside the team receive the events of what they may see, as it was after the change', async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const bucket = await change(
    'createBucket',
    { name: 'Watched', requiresModeration: true },
    'bucket { id }',
  )()
  const bucketId = bucket.createBucket.bucket.id
  const client = await connect(app, ann)
  const query =
    'subscription ($id: ID!) { bucketEvents(bucketId: $id) { type actor { kind } changes { field } ... on VoteEvent { voter { databaseId } } ... on CommentEvent { snapshot { body } } } }'
  client.subscribe('1', query, { id: bucketId })
  await subscriptionsOpen(app, 2)
  const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }'
  const post = async (headers: Headers, title: string) =>
    (await run(app, headers, create, { input: { title, bucketId } })).createPost.post.id
  const update = (id: string, input: object) => change('updatePost', { id, ...input }, 'post { id }')()
  const waits = await post(ben, 'Waits for approval')
  await run(app, ben, VOTE, { id: waits, direction: 'DOWN' })
  const open = await post(tenant.keyAndAdmin, 'Open')
  await run(app, ben, VOTE, { id: open })
  await asAdmin(CREATE_COMMENT, { input: { postId: open, body: 'Secret', internal: true } })
  await run(app, ben, CREATE_COMMENT, { input: { postId: open, body: 'Not approved' } })
  await asAdmin(CREATE_COMMENT, { input: { postId: open, body: 'Public' } })
  const inside = (await change('createBucket', { name: 'Inside', private: true }, 'bucket { id }')())
    .createBucket
  await update(open, { bucketId: inside.bucket.id })
  await run(app, tenant.keyAndAdmin, VOTE, { id: open, direction: 'DOWN' })
  await update(waits, { approvalStatus: 'APPROVED' })
  expect(await until(() => client.results('1').length >= 4)).toBe(true)
  const outside = { actor: null, changes: [] }
  expect(client.results('1').map(({ data }) => data.bucketEvents)).toEqual([
    { type: 'POST_CREATED', ...outside },
    { type: 'VOTE_ADDED', ...outside, voter: null },
    { type: 'COMMENT_CREATED', ...outside, snapshot: { body: 'Public' } },
    { type: 'POST_UPDATED', ...outside },
  ])
  client.socket.close()
})
