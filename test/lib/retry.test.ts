import { expect, test, vi } from 'vitest'
import { retry } from '../../src/lib/concurrency/retry.ts'

const delayMs = 0

test('work is repeated until it succeeds, and receives the number of failures', async () => {
  const onFirstFailure = vi.fn()
  const work = async (failures: number) => {
    if (failures < 3) throw new Error(`failure ${failures}`)
    return failures
  }
  expect(await retry(work, { delayMs: () => 0, onFirstFailure })).toBe(3)
  expect(onFirstFailure.mock.calls).toEqual([[new Error('failure 0')]])
})

test('the last error is thrown after the last try', async () => {
  const work = vi.fn(async (failures: number) => Promise.reject(new Error(`failure ${failures}`)))
  await expect(retry(work, { delayMs, maxTries: 3 })).rejects.toThrow('failure 2')
  expect(work).toHaveBeenCalledTimes(3)
})

test('an error that is not retryable is thrown at once', async () => {
  const work = vi.fn(async (failures: number) => Promise.reject(new Error(`failure ${failures}`)))
  const isRetryable = (error: unknown) => (error as Error).message === 'failure 0'
  await expect(retry(work, { delayMs, isRetryable })).rejects.toThrow('failure 1')
  expect(work).toHaveBeenCalledTimes(2)
})

test('no try begins once it is over', async () => {
  let isOver = false
  const onFirstFailure = vi.fn()
  const work = vi.fn(async () => {
    isOver = true
    throw new Error('failure')
  })
  expect(await retry(work, { delayMs, until: () => isOver, onFirstFailure })).toBeNull()
  expect(await retry(work, { delayMs, until: () => isOver })).toBeNull()
  expect(work).toHaveBeenCalledOnce()
  expect(onFirstFailure).not.toHaveBeenCalled()
})
