import { expect, test } from 'vitest'
import { ahead } from '../../../src/moving/engine/ahead.ts'

const steps: string[] = []

async function* numbers(last: number): AsyncGenerator<number, void> {
  try {
    for (let number = 1; number <= last; number++) {
      steps.push(`read ${number}`)
      yield await Promise.resolve(number)
    }
    await Promise.reject(new Error('unreadable'))
  } finally {
    steps.push('closed')
  }
}

test('the next value is read while the present one is used, and none after it', async () => {
  for await (const number of ahead(numbers(5))) {
    steps.push(`use ${number}`)
    if (number === 2) break
  }
  expect(steps).toEqual(['read 1', 'read 2', 'use 1', 'read 3', 'use 2', 'closed'])
})

test('an error comes after the values before it', async () => {
  const used: number[] = []
  const reading = (async () => {
    for await (const number of ahead(numbers(2))) used.push(number)
  })()
  await expect(reading).rejects.toThrow('unreadable')
  expect(used).toEqual([1, 2])
})
