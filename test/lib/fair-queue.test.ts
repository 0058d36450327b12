import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../src/auth/password.ts'
import { FairQueue, limits } from '../../src/lib/concurrency/fair-queue.ts'

/** Work that runs until it is ended, and the order in which it started. */
function pieces(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: number, name: string) =>
    queue.run(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, add, end }
}

test('keys take turns, however much work of one waits', async () => {
  const { begun, add, end } = pieces(new FairQueue(limits({ most: 2, mostOfKey: 2 })))
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add(1, name))
  all.push(add(2, 'b1'), add(3, 'c1'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1'])
  for (const name of ['a3', 'c1']) await end(name)
  await end('a4')
  await Promise.all(all)
})

test('a key has at most its share, and releases it when its work fails', async () => {
  const queue = new FairQueue(limits({ most: 3, mostOfKey: 1 }), {
    mostWaiting: 1,
    refuse: () => new Error('too much'),
  })
  const { begun, add, end } = pieces(queue)
  const first = add(1, 'a1')
  const second = add(1, 'a2')
  await expect(add(1, 'a3')).rejects.toThrow('too much')
  const other = add(2, 'b1')
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await Promise.all([first, end('a2'), end('b1')])
  await Promise.all([second, other])
  await expect(queue.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await queue.run(1, () => Promise.resolve('works'))).toBe('works')
})

test('the number of all waiting pieces of work is bounded', async () => {
  const queue = new FairQueue(limits({ most: 1, mostOfKey: 1 }), { mostWaiting: 2, mostWaitingInAll: 2 })
  const { add, end } = pieces(queue)
  const all = [add(1, 'a1'), add(1, 'a2'), add(2, 'b1')]
  await expect(add(3, 'c1')).rejects.toThrow('too much')
  await end('a1')
  all.push(add(3, 'c1'))
  for (const name of ['a2', 'b1', 'c1']) await end(name)
  await Promise.all(all)
})

test('limits the passwords of one network that wait for hashing, but not those of another one', async () => {
  const hashes = Array.from({ length: 230 }, () => hashPassword('correct horse', '192.0.2.1'))
  const settled = Promise.allSettled(hashes)
  expect(await verifyPassword('correct horse', null, '192.0.2.2')).toBe(false)
  const results = await settled
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.length).toBeGreaterThanOrEqual(200)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfter: 5 })
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(20)
})
