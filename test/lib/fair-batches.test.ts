import { expect, test } from 'vitest'
import { fairBatches } from '../../src/lib/concurrency/fair-batches.ts'

/** Batches that run until they are ended, and the items of each in the order of their start. */
function batchesOf({ most = 1, mostOfKey = 1, size = 4, isSplit = false, refused = '' } = {}) {
  const begun: string[][] = []
  const ends: (() => void)[] = []
  const work = async (items: readonly string[]) => {
    begun.push([...items])
    await new Promise<void>((resolve) => ends.push(resolve))
    if (items.includes(refused)) throw new Error(`${refused} is refused`)
    return items.map((item) => item.toUpperCase())
  }
  const batches = fairBatches({ most, mostOfKey, size, work, isSplit: () => Promise.resolve(isSplit) })
  const add = (item: string) => batches.run(item.charCodeAt(0), item)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endAll = async () => {
    await settle()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settle()
      await settle()
    }
  }
  return { begun, ends, add, settle, endAll }
}

test('items that wait at the same time share a batch, and each receives its own result', async () => {
  const { begun, add, endAll } = batchesOf()
  const all = Promise.all(['a1', 'b1', 'c1'].map(add))
  await endAll()
  expect(begun).toEqual([['a1', 'b1', 'c1']])
  expect(await all).toEqual(['A1', 'B1', 'C1'])
})

test('keys take turns, however many items of one wait', async () => {
  const { begun, add, endAll } = batchesOf({ size: 2 })
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map(add))
  await endAll()
  expect(begun).toEqual([['a1', 'b1'], ['c1', 'a2'], ['a3', 'a4'], ['a5']])
  expect(await all).toHaveLength(7)
})

test('a key has at most its number of batches, so that another one starts at once', async () => {
  const { begun, add, settle, endAll } = batchesOf({ most: 2, mostOfKey: 1, size: 2 })
  const all = ['a1', 'a2', 'a3', 'a4'].map(add)
  await settle()
  expect(begun).toEqual([['a1', 'a2']])
  all.push(add('b1'))
  await settle()
  expect(begun).toEqual([['a1', 'a2'], ['b1']])
  await endAll()
  expect(await Promise.all(all)).toHaveLength(5)
})

test.each([
  ['an item that is refused fails alone', true, ['A1', 'a2 is refused', 'A3']],
  [
    'a batch whose error concerns all items fails together',
    false,
    ['a2 is refused', 'a2 is refused', 'a2 is refused'],
  ],
])('%s', async (_name, isSplit, results) => {
  const { add, endAll } = batchesOf({ isSplit, refused: 'a2' })
  const all = ['a1', 'a2', 'a3'].map((item) => add(item).catch((error: unknown) => (error as Error).message))
  await endAll()
  expect(await Promise.all(all)).toEqual(results)
  const next = add('a4')
  await endAll()
  expect(await next).toBe('A4')
})
