import { beforeAll, expect, test } from 'vitest'
import { MERGE, merging, UNMERGE, VOTE, type Merging } from '../support/fixtures/merging.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { merge, unmerge, vote, post, comment, state, counts } = {} as Merging

beforeAll(async () => {
  ;({ merge, unmerge, vote, post, comment, state, counts } = merging(app, tenant))
})

test('a merge counts each person once, moves comments and subscribers, and removes the child from lists', async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const [parent, child] = [await post('Dark mode'), await post('Night theme')]
  await vote(ann, parent, 'DOWN')
  await vote(ann, child)
  await vote(ben, child, 'DOWN')
  const first = await comment(child)
  await comment(child, first)
  await run(app, ben, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
    id: postId(child),
  })
  const merged = await merge(parent, child)
  expect(merged.mergePosts.post).toEqual({ databaseId: Number(parent), votesCount: 1 })
  expect(await counts(parent)).toEqual([1, 2, 2])
  const after = await state(parent, child)
  expect(after.subscribers.filter(({ postId }) => postId === Number(parent))).toHaveLength(2)
  expect(after.comments.map(({ postId }) => postId)).toEqual([Number(parent), Number(parent)])
  const { posts } = await run(app, tenant.key, '{ posts(first: 100) { nodes { databaseId } } }')
  expect(posts.nodes).not.toContainEqual({ databaseId: Number(child) })
  const one = await run(app, tenant.key, 'query ($id: ID!) { post(by: { id: $id }) { mergedInto { id } } }', {
    id: postId(child),
  })
  expect(one.post.mergedInto.id).toBe(postId(parent))
})

test('impossible merges are rejected and change nothing', async () => {
  const other = await createTenant(app)
  const foreign = await submit(app, other.key, 'Elsewhere')
  const [parent, child, third] = [await post('W'), await post('X'), await post('Y')]
  await merge(parent, child)
  const before = await state(parent, child, third)
  const attempts: [string, string[], number][] = [
    [parent, [], 422],
    [parent, [parent], 422],
    [parent, [child], 422],
    [child, [third], 422],
    [parent, [third, foreign], 422],
    [parent, [third, '2147483647'], 422],
    [foreign, [third], 404],
    [parent, Array.from({ length: 31 }, (_, index) => String(900_000 + index)), 422],
  ]
  for (const [id, children, status] of attempts) {
    const variables = { id: postId(id), postIds: children.map(postId) }
    expect(await refusal(app, tenant.keyAndAdmin, MERGE, variables)).toMatchObject({ status })
  }
  expect(await refusal(app, tenant.keyAndAdmin, UNMERGE, { id: postId(third) })).toMatchObject({
    status: 422,
    field: ['id'],
  })
  for (const id of [foreign, '2147483647'].map(postId))
    expect(await refusal(app, tenant.keyAndAdmin, UNMERGE, { id })).toMatchObject({ status: 404 })
  expect(await refusal(app, tenant.keyAndAdmin, UNMERGE, { id: third })).toMatchObject({ status: 400 })
  expect(
    await refusal(app, tenant.key, MERGE, { id: postId(parent), postIds: [postId(third)] }),
  ).toMatchObject({
    status: 403,
  })
  const { lea } = await customers(app, tenant, 'lea')
  expect(await refusal(app, lea, UNMERGE, { id: postId(child) })).toMatchObject({ status: 403 })
  expect(await refusal(app, lea, VOTE, { id: postId(child) })).toMatchObject({ status: 422 })
  expect(await state(parent, child, third)).toEqual(before)
})

test('one of two concurrent merges into each other succeeds, and one of two unmerges of the same post', async () => {
  const [one, two] = [await post('Egg'), await post('Hen')]
  const tries = await Promise.allSettled([merge(one, two), merge(two, one)])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const child = tries[0]?.status === 'fulfilled' ? two : one
  const undone = await Promise.allSettled([unmerge(child), unmerge(child)])
  expect(undone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await state(one, two)).posts.map(({ mergedIntoId }) => mergedIntoId)).toEqual([null, null])
})

test('a vote on a merged post is refused for its id', async () => {
  const [into, merged] = [await post('Remains'), await post('Merges')]
  await merge(into, merged)
  const { ann = {} } = await customers(app, tenant, 'ann')
  const refused = await refusal(app, ann, VOTE, { id: postId(merged) })
  expect(refused).toMatchObject({ code: 'UNPROCESSABLE', field: ['id'] })
})
