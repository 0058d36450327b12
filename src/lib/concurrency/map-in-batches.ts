import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Maximum concurrency. */
const AT_ONCE = 8

/**
 * Maps items with `work` in order, up to eight at a time. Yields to the event loop between batches, so that
 * written output is sent first.
 */
export async function* mapInBatches<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  for (let index = 0; index < items.length; index += AT_ONCE) {
    if (index > 0) await yieldToEventLoop()
    yield* await Promise.all(items.slice(index, index + AT_ONCE).map(work))
  }
}
