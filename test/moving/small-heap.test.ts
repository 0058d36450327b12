import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('../../src/moving/small-heap.ts', import.meta.url).href

/**
 * Creates objects that survive a collection, and prints the megabytes of the new generation during and after the work.
 */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { withSmallHeap } from '${MODULE}'
  const rounds = Array.from({ length: 20 }, (_, round) => round)
  const work = async () => {
    let kept
    for (const round of rounds) kept = Array.from({ length: 100_000 }, (_, index) => ({ round, text: 'x' + index }))
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    return kept.length && Math.round(space.physical_space_size / 2 ** 20)
  }
  const nested = await withSmallHeap(() => withSmallHeap(work).then(work))
  await withSmallHeap(() => Promise.reject(new Error())).catch(() => {})
  console.log(JSON.stringify({ nested, after: await work() }))`

test('the new generation stays small during the work, and grows after it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    PROGRAM,
  ])
  const { nested, after } = JSON.parse(stdout) as { nested: number; after: number }
  expect(nested).toBeLessThanOrEqual(16)
  expect(after).toBeGreaterThan(nested)
})
