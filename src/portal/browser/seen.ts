/** Time of the last look at the widget, in the storage of the page. */
export type Seen = { read: () => string; store: (time: string) => void }

/** Creates the time of a portal. A page without storage counts everything as new. */
export function seenOf(base: string): Seen {
  const key = `echolog:${base}`
  return {
    read() {
      try {
        return localStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    store(time) {
      try {
        localStorage.setItem(key, time)
      } catch {
        // The next page counts again.
      }
    },
  }
}
