import { flushCompileCache } from 'node:module'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { setRandom } from '../../src/lib/crypto/ids.ts'
import { setClock, setMonotonicClock } from '../../src/lib/time/clock.ts'
import { DEADLINE_MS } from './deadline.ts'

// Vitest enables source maps, which native TypeScript lacks and which make every stack trace expensive.
process.setSourceMapsEnabled(false)

// Vitest runs this file before each test file, also in a worker that runs many of them.
const serversBefore = openServers()

afterEach(resetSources)

// Runs after the hooks of the test file.
afterAll(async () => {
  resetSources()
  await vi.waitFor(
    () => expect(openServers(), 'servers that the file started').toBe(serversBefore),
    DEADLINE_MS,
  )
  // Vitest ends its workers before Node writes the compile cache.
  flushCompileCache()
})

/** Restores the clocks and the source of random bytes, which belong to the process. */
function resetSources(): void {
  setClock(null)
  setMonotonicClock(null)
  setRandom(null)
}

/** Number of servers of this process that listen. */
function openServers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap').length
}
