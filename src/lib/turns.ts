/** Runs work of one key after the other, in the order of the calls; of different keys side by side. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Makes turns that remember a key only while work of it is running or waiting. */
export function createTurns(): Turns {
  const tails = new Map<string, Promise<void>>()
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail = result.then(forget, forget)
    function forget() {
      if (tails.get(key) === tail) tails.delete(key)
    }
    tails.set(key, tail)
    return result
  }
}
