import type { Client, CombinedError } from 'urql'
import { EVENTS_AFTER, NEWEST_EVENTS, type LiveEvent } from './event-documents.ts'

/** Number of events in memory. Older ones leave it. */
const MAX_EVENTS = 50
const RESTART_MS = 5_000
/** Milliseconds after which an empty log is read again. */
const EMPTY_MS = 2_000

/** Receives an event, or null where events may be missing: then each list must be read again. */
type Listener = (event: LiveEvent | null) => void

/**
 * Follows the events of the organization with one subscription. It starts at the end of the log as it was when
 * it was read, so that no event is between the two.
 */
export class EventLog {
  readonly #client: Client
  readonly #listeners = new Set<Listener>()
  #events: readonly LiveEvent[] | null = null
  /** Ends what runs: a read or a subscription. */
  #end: () => void = () => {}
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client) {
    this.#client = client
    void this.#start()
  }

  /** The newest events, newest first, and null until they are read. Another array after each change. */
  readonly newest = (): readonly LiveEvent[] | null => this.#events

  /** Calls a listener at each event. Returns a function that ends that. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the subscription. */
  stop(): void {
    clearTimeout(this.#later)
    this.#end()
  }

  async #start(): Promise<void> {
    let isEnded = false
    this.#end = () => void (isEnded = true)
    // The promise takes the first result. A subscription to the query would follow each change of its objects.
    const reading = this.#client.query(NEWEST_EVENTS, { last: MAX_EVENTS }, { requestPolicy: 'network-only' })
    const { data, error } = await reading.toPromise()
    if (isEnded || (error && isForbidden(error))) return
    if (error || !data) return this.#restart(RESTART_MS)
    const read = [...data.events.nodes].reverse()
    if (read.length > 0 || this.#events === null) this.#publish(read, null)
    if (read[0]) this.#follow(read[0].id)
    else this.#awaitFirst()
  }

  #follow(after: string): void {
    const following = this.#client.subscription(EVENTS_AFTER, { after }).subscribe(({ data, error }) => {
      if (error) return this.#restart(RESTART_MS)
      if (!data) return
      this.#publish([data.events, ...(this.#events ?? [])].slice(0, MAX_EVENTS), data.events)
    })
    this.#end = () => following.unsubscribe()
  }

  /** An empty log has no end to resume after. Its first event makes it be read, or the time does. */
  #awaitFirst(): void {
    const first = this.#client.subscription(EVENTS_AFTER, { after: null }).subscribe(() => this.#restart(0))
    this.#end = () => first.unsubscribe()
    this.#later = setTimeout(() => this.#restart(0), EMPTY_MS)
  }

  #restart(afterMs: number): void {
    this.stop()
    this.#later = setTimeout(() => void this.#start(), afterMs)
  }

  #publish(events: readonly LiveEvent[], event: LiveEvent | null): void {
    this.#events = events
    for (const listener of this.#listeners) listener(event)
  }
}

/** Whether only the team may read the events. */
const isForbidden = ({ graphQLErrors }: CombinedError) =>
  graphQLErrors.some(({ extensions }) => extensions.code === 'FORBIDDEN')
