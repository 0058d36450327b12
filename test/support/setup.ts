import { flushCompileCache } from 'node:module'
import { afterAll, afterEach } from 'vitest'
import { setRandom } from '../../src/lib/crypto/ids.ts'
import { setClock } from '../../src/lib/time/clock.ts'

afterEach(() => {
  setClock(null)
  setRandom(null)
})

// Vitest ends its workers before Node writes the compile cache.
afterAll(() => flushCompileCache())
