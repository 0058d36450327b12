import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options?: { type: 'minor' | 'major' }) => void

/** Returns the collection of garbage of this process. A minor one collects young objects only. */
export function garbageCollection(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

/** Memory of this process's objects and buffers, in bytes, after a garbage collection. */
export async function usedMemory(): Promise<number> {
  const collect = garbageCollection()
  // Objects freed in the first round may have referenced memory outside the heap.
  for (let round = 0; round < 2; round++) {
    collect()
    await sleep(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
