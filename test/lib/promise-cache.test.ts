import { expect, test, vi } from 'vitest'
import { promiseCache } from '../../src/lib/concurrency/promise-cache.ts'
import { advanceClock, stopClock } from '../support/clock.ts'

test('concurrent callers share one load, and a missing value is cached', async () => {
  const cache = promiseCache<null>({ max: 10, ttlMs: 60_000 })
  const load = vi.fn(async () => null)
  expect(await Promise.all([cache.fetch('key', load), cache.fetch('key', load)])).toEqual([null, null])
  expect(await cache.fetch('key', load)).toBeNull()
  expect(load).toHaveBeenCalledOnce()
  cache.delete('key')
  await cache.fetch('key', load)
  expect(load).toHaveBeenCalledTimes(2)
})

test('an error reaches every caller and is not cached', async () => {
  const cache = promiseCache<number>({ max: 10 })
  const refuse = vi.fn(async () => Promise.reject(new Error('refused')))
  const both = await Promise.allSettled([cache.fetch('key', refuse), cache.fetch('key', refuse)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(refuse).toHaveBeenCalledOnce()
  expect(await cache.fetch('key', async () => 1)).toBe(1)
})

test('callers receive a value whose load began before the cache was cleared, and it is not cached', async () => {
  const cache = promiseCache<string>({ max: 10, ttlMs: 60_000 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = cache.fetch('key', () => promise)
  cache.clear()
  expect(await cache.fetch('key', async () => 'new')).toBe('new')
  resolve('old')
  expect(await waiting).toBe('old')
  expect(await cache.fetch('key', async () => 'newer')).toBe('new')
})

test('a value whose key was removed during its load is not cached, and a later load is shared', async () => {
  const cache = promiseCache<string>({ max: 10 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = cache.fetch('key', () => promise)
  cache.delete('key')
  const later = Promise.withResolvers<string>()
  const both = [cache.fetch('key', () => later.promise), cache.fetch('key', async () => 'not loaded')]
  resolve('old')
  expect(await waiting).toBe('old')
  later.resolve('new')
  expect(await Promise.all(both)).toEqual(['new', 'new'])
  expect(await cache.fetch('key', async () => 'newer')).toBe('new')
})

test('values beyond the total size are removed', async () => {
  const cache = promiseCache<string>({ maxSize: 10, sizeOf: ({ length }) => length })
  await cache.fetch('one', async () => 'xxxxxx')
  await cache.fetch('two', async () => 'yyyyyy')
  expect(await cache.fetch('one', async () => 'loaded')).toBe('loaded')
})

test('a value is cached until its lifetime ends, which begins with its load', async () => {
  stopClock()
  const cache = promiseCache<string>({ max: 10, ttlMs: 100 })
  const load = async (value: string, tookMs: number) => {
    advanceClock(tookMs)
    return value
  }
  await cache.fetch('key', () => load('first', 60))
  advanceClock(39)
  expect(await cache.fetch('key', () => load('second', 0))).toBe('first')
  advanceClock(2)
  expect(await cache.fetch('key', () => load('third', 0))).toBe('third')
})
