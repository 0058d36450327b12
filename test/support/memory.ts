import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What this process's objects and buffers take right now, in bytes, garbage left out. */
export async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What the first round lets go may have held more, outside of the heap.
  for (let round = 0; round < 2; round++) {
    collect()
    await sleep(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
