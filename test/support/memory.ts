import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What this process's objects and buffers take right now, in bytes, garbage left out. */
export function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
