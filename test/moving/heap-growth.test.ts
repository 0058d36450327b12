import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('../../src/moving/small-heap.ts', import.meta.url).href

/**
 * Keeps objects alive and lets others survive two minor collections before it releases them. Prints the number of major
 * collections without a limit, with one, during work with a small heap, and after it.
 */
const PROGRAM = `
  import { constants, PerformanceObserver } from 'node:perf_hooks'
  import { setImmediate as turn } from 'node:timers/promises'
  import { limitHeapGrowth, withSmallHeap } from '${MODULE}'
  let majors = 0
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) majors += 1
  }).observe({ entryTypes: ['gc'] })
  const live = Array.from({ length: 300_000 }, (_, index) => ({ text: 'live' + index }))
  const collections = async () => {
    gc()
    await turn()
    majors = 0
    const waiting = []
    for (let round = 0; round < 4_000; round++) {
      waiting.push(Array.from({ length: 1_000 }, (_, index) => ({ round, text: 'x' + index })))
      if (waiting.length > 100) waiting.shift()
      if (round % 100 === 0) await turn()
    }
    await turn()
    return live.length && majors
  }
  const without = await collections()
  limitHeapGrowth(10)
  const limited = await collections()
  const small = await withSmallHeap(collections)
  console.log(JSON.stringify({ without, limited, small, after: await collections() }))`

test('the old generation is collected more often with a limit of its growth', async () => {
  const options = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--single-threaded']
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    '--max-semi-space-size=4',
    '--input-type=module',
    '--eval',
    PROGRAM,
  ])
  const majors = JSON.parse(stdout) as Record<'without' | 'limited' | 'small' | 'after', number>
  expect(majors.limited).toBeGreaterThan(majors.without)
  expect(majors.small).toBeLessThan(majors.limited)
  expect(majors.after).toBeGreaterThan(majors.small)
})
