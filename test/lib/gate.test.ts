import { expect, test } from 'vitest'
import { hashPassword } from '../../src/auth/password.ts'
import { createGate } from '../../src/lib/gate.ts'
import { createTurns } from '../../src/lib/turns.ts'

const refusal = expect.objectContaining({ code: 'UNAVAILABLE', status: 503, retryAfter: 5 }) as unknown

test('a gate runs some work at a time, lets some wait in order, and refuses the rest', async () => {
  const gate = createGate({ atOnce: 2, waiting: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    gate(() => {
      begun.push(number)
      return new Promise<number>((resolve) => ends.push(() => resolve(number)))
    })
  const running = [work(1), work(2), work(3), work(4)]
  await expect(work(5)).rejects.toEqual(refusal)
  expect(begun).toEqual([1, 2])
  ends[1]?.()
  expect(await running[1]).toBe(2)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[0]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  await Promise.all(running)
  await expect(gate(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await gate(() => Promise.resolve('again'))).toBe('again')
})

test('work of one key runs one after the other, that of others beside it, whatever fails', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const work = (key: string, name: string, fails = false) =>
    inTurn(key, async () => {
      seen.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
    })
  await Promise.allSettled([work('a', 'first', true), work('a', 'second'), work('b', 'other')])
  const ofA = seen.filter((line) => !line.startsWith('other'))
  expect(ofA).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(seen.indexOf('other begins')).toBeLessThan(seen.indexOf('second begins'))
})

test('only so many passwords wait to be hashed', async () => {
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword('correct horse')))
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.length).toBeGreaterThanOrEqual(26)
  for (const { reason } of refused) expect(reason).toEqual(refusal)
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(200)
}, 120_000)
