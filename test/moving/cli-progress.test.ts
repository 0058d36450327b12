import { expect, test, vi } from 'vitest'
import { createProgress } from '../../src/cli/import/progress.ts'
import { setMonotonicClock } from '../../src/lib/time/clock.ts'

test('without a terminal, progress is at most a line a minute, and the first comes after one', () => {
  let time = 0
  setMonotonicClock(() => time)
  const lines: string[] = []
  const written = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => Boolean(lines.push(String(line))))
  try {
    const progress = createProgress()
    for (; time <= 180_000; time += 500) progress.planned(time)
    progress.end()
  } finally {
    written.mockRestore()
    setMonotonicClock(null)
  }
  expect(lines).toEqual([60, 120, 180].map((seconds) => `planning  ${seconds * 1_000} items\n`))
})
