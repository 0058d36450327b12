/** How many are under way at a time. */
const AT_ONCE = 8

/** What `work` makes of each, in their order, up to eight at a time. */
export async function* inRuns<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  for (let index = 0; index < items.length; index += AT_ONCE)
    yield* await Promise.all(items.slice(index, index + AT_ONCE).map(work))
}
