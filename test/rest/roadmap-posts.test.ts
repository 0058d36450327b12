import { beforeAll, expect, test } from 'vitest'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { refusal } from '../support/clients/operations.ts'
import { postNodeId } from '../support/fixtures/comments.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()

const tenant = useTenant(app)
let calls: ReturnType<typeof roadmapCalls>

beforeAll(() => {
  calls = roadmapCalls(app, tenant)
})

test('computes the percentage as the share of posts whose status is completed', async () => {
  const id = await calls.create({})
  const [done, merged, hidden, ...open] = [
    await calls.post('Done'),
    await calls.post('Merged'),
    await calls.post('Hidden'),
    await calls.post('Open'),
    await calls.post('Open too'),
  ]
  await calls.ask(
    `mutation { updatePost(input: {id: "post_${done}", status: {slug: "completed"}}) { post { id } } }`,
  )
  for (const postId of [done, merged, hidden, ...open]) await calls.add(id, postId)
  expect((await calls.read(id)).percentage).toBe(20)
  await calls.ask(
    `mutation { mergePosts(input: {id: "post_${done}", postIds: ["post_${merged}"]}) { post { id } } }`,
  )
  await calls.ask(`mutation { updatePost(input: {id: "post_${hidden}", hidden: true}) { post { id } } }`)
  expect((await calls.read(id)).percentage).toBe(33.33)
})

test('computes the score by the score type', async () => {
  const id = await calls.create({ scoreType: 'RICE' })
  const [first, second, third] = [await calls.post('One'), await calls.post('Two'), await calls.post('Three')]
  for (const postId of [first, second, third]) await calls.add(id, postId)
  const score = async (scoreType?: string) => {
    if (scoreType) await calls.change('updateRoadmap', { id, scoreType: scoreType.toUpperCase() })
    return (await calls.read(id)).score
  }
  expect(await score()).toBeNull()
  const set = (postId: number, scoring: object) =>
    calls.change(
      'scoreRoadmapPost',
      { id, postId: postNodeId(postId), scoring },
      'roadmap { score } roadmapPost { reach confidence }',
    )
  // A confidence above 1 is a percentage in RICE.
  const percent = await set(first, { reach: 100, impact: 2, confidence: 80, effort: 4 })
  expect(percent).toMatchObject({ roadmap: { score: 40 }, roadmapPost: { confidence: 80 } })
  const scored = await set(first, { reach: 100, impact: 2, confidence: 0.8, effort: 4, ease: 3 })
  expect(scored).toMatchObject({ roadmap: { score: 40 }, roadmapPost: { reach: 100, confidence: 0.8 } })
  await calls.add(id, second, { reach: 10, impact: 1, confidence: 0.1, effort: 0.1, ease: 7 })
  await set(third, { reach: 1_000_000, impact: 3 })
  expect(await score()).toBe(25)
  expect(await score('ice')).toBe(2.75)
  expect(await score('votes')).toBe(3)
  expect(await score('none')).toBeNull()
  await set(first, { confidence: null })
  expect(await score('ice')).toBe(0.7)
  for (const bad of [{ reach: -1 }, { effort: 0 }, { effort: 1e-300 }, { impact: 1e300 }]) {
    const input = { id, postId: postNodeId(first), scoring: bad }
    for (const name of ['scoreRoadmapPost', 'addRoadmapPost'])
      expect(await calls.refuse(name, input)).toMatchObject({
        code: 'UNPROCESSABLE',
        field: ['scoring', Object.keys(bad)[0]],
      })
  }
  await set(third, { reach: 1e9, impact: 1e-300, confidence: 1e9, effort: 0.001, ease: 1e-300 })
  expect(await score('ice')).toEqual(expect.any(Number))
  const nothing = { id, postId: postNodeId(third), scoring: {} }
  expect(await calls.refuse('scoreRoadmapPost', nothing)).toMatchObject({ field: ['scoring'] })
})

test('lists posts in the order they were added, each once, in pages', async () => {
  const id = await calls.create({})
  const ids: number[] = []
  for (const title of ['C', 'A', 'B']) ids.push(await calls.post(title))
  for (const postId of [...ids, ids[0] as number]) await calls.add(id, postId)
  const page = async (args: string) => {
    const { roadmap } = await calls.ask(
      `{ roadmap(by: { id: "${id}" }) { posts(${args}) { totalCount nodes { post { title } } pageInfo { hasNextPage endCursor } } } }`,
    )
    const { nodes, pageInfo, totalCount } = roadmap.posts
    expect(totalCount).toBe(3)
    return { titles: nodes.map((node: { post: { title: string } }) => node.post.title), ...pageInfo }
  }
  const first = await page('first: 2')
  expect(first).toMatchObject({ titles: ['C', 'A'], hasNextPage: true })
  expect(await page(`first: 2, after: "${first.endCursor}"`)).toMatchObject({
    titles: ['B'],
    hasNextPage: false,
  })
  expect(await page('last: 2')).toMatchObject({ titles: ['A', 'B'] })
  const postId = postNodeId(ids[1] ?? 0)
  const remove = () =>
    calls.change(
      'removeRoadmapPost',
      { id, postId },
      'removedPostId roadmap { posts { nodes { post { title } } } }',
    )
  for (const removed of [await remove(), await remove()])
    expect(removed).toMatchObject({
      removedPostId: postId,
      roadmap: { posts: { nodes: [{ post: { title: 'C' } }, { post: { title: 'B' } }] } },
    })
  const tooMany = `{ roadmap(by: { id: "${id}" }) { posts(first: 101) { nodes { position } } } }`
  expect(await refusal(app, tenant.key, tooMany)).toMatchObject({ code: 'INVALID_PARAM' })
})
