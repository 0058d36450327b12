/** Reads statuses until it is ended; then which ones there were. */
export function watchStatuses(read: () => Promise<number[]>): { end(): Promise<number[]> } {
  const seen = new Set<number>()
  let ending = false
  const done = (async () => {
    while (!ending) for (const status of await read()) seen.add(status)
  })()
  return {
    async end() {
      ending = true
      await done
      return [...seen]
    },
  }
}
