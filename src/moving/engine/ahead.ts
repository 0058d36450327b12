/** Reads the next value of a source while the current one is used. An error is thrown when its value is read. */
export async function* ahead<Value>(source: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  let next = source.next()
  try {
    for (let current = await next; current.done !== true; current = await next) {
      next = source.next()
      // It is awaited later.
      next.catch(() => {})
      yield current.value
    }
  } finally {
    await next.catch(() => {})
    await source.return()
  }
}
