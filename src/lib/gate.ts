import { unavailable } from './errors.ts'

/** Runs work when its turn has come. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Limits costly work: at most `atOnce` pieces run at a time, and at most `waiting` others wait, first come first served.
 * Its work throws AppError UNAVAILABLE when too many wait.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw unavailable('The server is busy; try again')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The next one takes over the place.
      if (next) next()
      else running -= 1
    }
  }
}
