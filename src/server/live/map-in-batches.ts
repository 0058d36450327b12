import { setImmediate as othersTurn } from 'node:timers/promises'

/** How many are under way at a time. */
const AT_ONCE = 8

/**
 * What `work` makes of each, in their order, up to eight at a time. In between others have their turn, so that what was
 * written goes out before more is.
 */
export async function* mapInBatches<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  for (let index = 0; index < items.length; index += AT_ONCE) {
    if (index > 0) await othersTurn()
    yield* await Promise.all(items.slice(index, index + AT_ONCE).map(work))
  }
}
