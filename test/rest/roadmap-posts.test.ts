import { beforeAll, expect, test } from 'vitest'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

let calls: ReturnType<typeof roadmapCalls>

beforeAll(async () => {
  calls = roadmapCalls(app, await createTenant(app))
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
  await calls.run(
    `mutation { updatePost(input: {id: "post_${done}", status: {slug: "completed"}}) { post { id } } }`,
  )
  for (const postId of [done, merged, hidden, ...open]) await calls.add(id, postId)
  expect((await calls.read(id)).percentage).toBe(20)
  await calls.run(
    `mutation { mergePosts(input: {id: "post_${done}", postIds: ["post_${merged}"]}) { post { id } } }`,
  )
  await calls.run(`mutation { updatePost(input: {id: "post_${hidden}", hidden: true}) { post { id } } }`)
  expect((await calls.read(id)).percentage).toBe(33.33)
})

test('computes the score by the score type', async () => {
  const id = await calls.create({ scoreType: 'rice' })
  const [first, second, third] = [await calls.post('One'), await calls.post('Two'), await calls.post('Three')]
  for (const postId of [first, second, third]) await calls.add(id, postId)
  const score = async (scoreType?: string) => {
    if (scoreType)
      await calls.run(`mutation { updateRoadmap(id: ${id}, input: {scoreType: ${scoreType}}) { id } }`)
    return (await calls.read(id)).score
  }
  expect(await score()).toBeNull()
  const set = (postId: number, scoring: object) =>
    calls.run(
      'mutation ($id: ID!, $postId: ID!, $scoring: ScoringInput!) { scoreRoadmapPost(id: $id, postId: $postId, scoring: $scoring) { score } }',
      { id, postId, scoring },
    )
  const scored = await set(first, { reach: 100, impact: 2, confidence: 0.8, effort: 4, ease: 3 })
  expect(scored.data.scoreRoadmapPost.score).toBe(40)
  await calls.add(id, second, { reach: 10, impact: 1, confidence: 0.1, effort: 0.1, ease: 7 })
  await set(third, { reach: 1_000_000, impact: 3 })
  expect(await score()).toBe(25)
  expect(await score('ice')).toBe(2.75)
  expect(await score('votes')).toBe(3)
  expect(await score('none')).toBeNull()
  await set(first, { confidence: null })
  expect(await score('ice')).toBe(0.7)
  for (const bad of [{ reach: -1 }, { effort: 0 }, { effort: 1e-300 }, { impact: 1e300 }]) {
    const { errors } = await set(first, bad)
    expect(errors[0].extensions).toMatchObject({
      status: 422,
      errors: { [Object.keys(bad)[0] as string]: expect.anything() },
    })
  }
  await set(third, { reach: 1e9, impact: 1e-300, confidence: 1e9, effort: 0.001, ease: 1e-300 })
  expect((await set(third, {})).data).toEqual({ scoreRoadmapPost: { score: expect.any(Number) } })
})

test('lists posts in the order they were added, each once, in pages', async () => {
  const id = await calls.create({})
  const ids: number[] = []
  for (const title of ['C', 'A', 'B']) ids.push(await calls.post(title))
  for (const postId of [...ids, ids[0] as number])
    expect((await calls.add(id, postId)).errors).toBeUndefined()
  const page = async (args: string) => {
    const { data } = await calls.run(
      `{ roadmap(id: ${id}) { posts(${args}) { nodes { post { title } } pageInfo { hasNextPage endCursor } } } }`,
    )
    const { nodes, pageInfo } = data.roadmap.posts
    return { titles: nodes.map((node: { post: { title: string } }) => node.post.title), ...pageInfo }
  }
  const first = await page('first: 2')
  expect(first).toMatchObject({ titles: ['C', 'A'], hasNextPage: true })
  expect(await page(`first: 2, after: "${first.endCursor}"`)).toMatchObject({
    titles: ['B'],
    hasNextPage: false,
  })
  expect(await page('last: 2')).toMatchObject({ titles: ['A', 'B'] })
  const remove = () =>
    calls.run(
      `mutation { removePostFromRoadmap(id: ${id}, postId: ${ids[1]}) { posts { nodes { post { databaseId } } } } }`,
    )
  for (const { data } of [await remove(), await remove()])
    expect(data.removePostFromRoadmap.posts.nodes).toEqual([
      { post: { databaseId: ids[0] } },
      { post: { databaseId: ids[2] } },
    ])
  const tooMany = await calls.run(`{ roadmap(id: ${id}) { posts(first: 101) { nodes { position } } } }`)
  expect(tooMany.errors[0].extensions.code).toBe('ERROR_CODE_INVALID_PARAM')
})
