import { expect, test } from 'vitest'
import { FairCache } from '../../src/lib/concurrency/fair-cache.ts'

test('an owner uses all of the cache alone, and gives up its oldest entries to others', () => {
  const cache = new FairCache<number>(10)
  for (let index = 0; index < 10; index++) cache.set(1, `own ${index}`, index, 1)
  expect(cache.get(1, 'own 0')).toBe(0)
  cache.set(2, 'other', 1, 3)
  const left = Array.from({ length: 10 }, (_, index) => cache.get(1, `own ${index}`)).filter(
    (value) => value !== undefined,
  )
  expect(left).toEqual([0, 4, 5, 6, 7, 8, 9])
  expect([cache.get(2, 'other'), cache.size]).toEqual([1, 10])
})

test('an owner with many entries pushes out none of others with less', () => {
  const cache = new FairCache<string>(100)
  for (let owner = 1; owner <= 5; owner++) cache.set(owner, 'page', `of ${owner}`, 10)
  for (let index = 0; index < 1_000; index++) cache.set(9, `page ${index}`, 'x', 7)
  for (let owner = 1; owner <= 5; owner++) expect(cache.get(owner, 'page')).toBe(`of ${owner}`)
  expect(cache.size).toBeLessThanOrEqual(100)
  cache.set(9, 'larger than all', 'x', 101)
  expect(cache.get(9, 'larger than all')).toBeUndefined()
})

test('an entry replaces the one before, and owners have entries of one name', () => {
  const cache = new FairCache<string>(10)
  cache.set(1, 'page', 'first', 6)
  cache.set(1, 'page', 'second', 8)
  cache.set(2, 'page', 'other', 2)
  expect([cache.get(1, 'page'), cache.get(2, 'page'), cache.size]).toEqual(['second', 'other', 10])
})
