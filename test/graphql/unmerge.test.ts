import { beforeAll, expect, test } from 'vitest'
import { merging, UNMERGE, UNVOTE, type Merging } from '../support/fixtures/merging.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { merge, unmerge, vote, post, comment, state, counts } = {} as Merging

beforeAll(async () => {
  ;({ merge, unmerge, vote, post, comment, state, counts } = merging(app, tenant))
})

test('restores votes with their directions, comments, subscribers and counts', async () => {
  const { cat, dan, eve } = await customers(app, tenant, 'cat', 'dan', 'eve')
  const [parent, one, two] = [await post('Parent'), await post('One'), await post('Two')]
  await vote(cat, parent)
  await vote(cat, one, 'DOWN')
  await vote(dan, one, 'DOWN')
  await vote(dan, two)
  await vote(eve, two, 'DOWN')
  const first = await comment(one)
  await comment(one, first)
  await comment(parent)
  await run(app, dan, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
    id: postId(two),
  })
  const before = await state(parent, one, two)
  for (const order of [
    [one, two],
    [two, one],
  ]) {
    await merge(parent, one, two)
    for (const child of order) {
      const { unmergePost } = await unmerge(child ?? '')
      expect(unmergePost.post.mergedInto).toBeNull()
      expect(unmergePost.formerParent.databaseId).toBe(Number(parent))
    }
    expect(await state(parent, one, two)).toEqual(before)
  }
})

test('keeps a vote that was restored to one child on the parent, while another merged child has it too', async () => {
  const { fay } = await customers(app, tenant, 'fay')
  const [parent, one, two] = [await post('P'), await post('C1'), await post('C2')]
  await vote(fay, one)
  await vote(fay, two, 'DOWN')
  const before = await state(parent, one, two)
  await merge(parent, one, two)
  expect(await counts(parent)).toEqual([2, 0, 0])
  await unmerge(one)
  expect(await counts(one)).toEqual([2, 0, 0])
  expect(await counts(parent)).toEqual([1, 1, 0])
  await unmerge(two)
  expect(await state(parent, one, two)).toEqual(before)
})

test("moves a later reply with its comment, and keeps the parent's own comments", async () => {
  const [parent, child] = [await post('Q'), await post('R')]
  const moved = await comment(child)
  await merge(parent, child)
  const reply = await comment(parent, moved)
  const own = await comment(parent)
  await unmerge(child)
  const parents = Object.fromEntries(
    (await state(parent, child)).comments.map(({ id, postId }) => [id, String(postId)]),
  )
  expect(parents).toEqual({ [moved]: child, [reply]: child, [own]: parent })
  expect([await counts(parent), await counts(child)]).toEqual([
    [1, 0, 1],
    [1, 0, 2],
  ])
})

test('does not restore a vote removed after the merge, and keeps one cast on the parent again', async () => {
  const { gil, hal } = await customers(app, tenant, 'gil', 'hal')
  const [parent, child] = [await post('S'), await post('T')]
  await vote(gil, child)
  await vote(hal, child)
  await merge(parent, child)
  for (const headers of [gil, hal]) await run(app, headers, UNVOTE, { id: postId(parent) })
  await vote(hal, parent)
  await unmerge(child)
  expect([await counts(parent), await counts(child)]).toEqual([
    [2, 0, 0],
    [1, 0, 0],
  ])
})

test('restores subscribers although one of them subscribed to the merged post again', async () => {
  const { ida } = await customers(app, tenant, 'ida')
  const [parent, child] = [await post('U'), await post('V')]
  const subscribe = () =>
    run(app, ida, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
      id: postId(child),
    })
  await subscribe()
  await merge(parent, child)
  await subscribe()
  await unmerge(child)
  const { subscribers } = await state(parent, child)
  expect(subscribers.map(({ postId }) => String(postId))).toEqual([parent, child, child])
})

test('undoes nested merges from the outside in', async () => {
  const { jon, kim } = await customers(app, tenant, 'jon', 'kim')
  const [top, middle, leaf] = [await post('Top'), await post('Middle'), await post('Leaf')]
  await vote(jon, leaf, 'DOWN')
  await vote(kim, leaf)
  await vote(kim, top, 'DOWN')
  await comment(leaf)
  await comment(middle)
  const start = await state(top, middle, leaf)
  await merge(middle, leaf)
  const between = await state(top, middle, leaf)
  await merge(top, middle)
  expect(await counts(top)).toEqual([1, 2, 2])
  expect(await refusal(app, tenant.keyAndAdmin, UNMERGE, { id: postId(leaf) })).toMatchObject({ status: 422 })
  await unmerge(middle)
  expect(await state(top, middle, leaf)).toEqual(between)
  await unmerge(leaf)
  expect(await state(top, middle, leaf)).toEqual(start)
})

test('restores the complete state once every merge is undone', async () => {
  const random = generator(7)
  const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)] as T
  const headers = Object.values(await customers(app, tenant, 'r1', 'r2', 'r3', 'r4', 'r5'))
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => post(`Random ${index}`)))
  for (const id of ids) {
    for (const person of headers) if (random() < 0.6) await vote(person, id, pick(['UP', 'DOWN']))
    if (random() < 0.7) await comment(id, pick([null, await comment(id)]))
  }
  const before = await state(...ids)
  for (let round = 0; round < 8; round++) {
    const merged = new Map<string, string>()
    for (let step = 0; step < 12; step++) {
      const tops = ids.filter((id) => !merged.has(id))
      const undone = [...merged].filter(([, parent]) => !merged.has(parent))
      if (undone.length > 0 && (tops.length < 2 || random() < 0.4)) {
        const [child] = pick(undone)
        await unmerge(child)
        merged.delete(child)
        continue
      }
      const parent = pick(tops)
      const children = tops.filter((id) => id !== parent && random() < 0.5)
      if (children.length === 0) continue
      await merge(parent, ...children)
      for (const child of children) merged.set(child, parent)
    }
    for (let rest = [...merged]; rest.length > 0; rest = [...merged]) {
      const [child] = pick(rest.filter(([, parent]) => !merged.has(parent)))
      await unmerge(child)
      merged.delete(child)
    }
    expect(await state(...ids)).toEqual(before)
  }
})

function generator(seed: number): () => number {
  let value = seed
  return () => {
    value = (value * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return value / 4_294_967_296
  }
}
