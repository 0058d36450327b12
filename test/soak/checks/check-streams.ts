import type { Ledger } from '../ledger.ts'
import type { Stream } from '../streams.ts'
import type { StoredEvent } from './stored-events.ts'

/** Checks that each stream received every event once, in the order of the log. */
export function checkStreams(ledger: Ledger, streams: Stream[], events: StoredEvent[]): void {
  for (const { name, ids } of streams) {
    const received = new Set(ids)
    const missing = events.filter(({ id }) => !received.has(id))
    for (const { id, name: event } of missing) ledger.breach('stream gap', `${name}: ${id} ${event}`)
    if (ids.length > received.size)
      ledger.breach('stream repetition', `${name}: ${ids.length - received.size} events`)
    const seen = new Set(events.map(({ id }) => id))
    const inOrder = events.filter(({ id }) => received.has(id)).map(({ id }) => id)
    const misplaced = [...received]
      .filter((id) => seen.has(id))
      .findIndex((id, index) => id !== inOrder[index])
    if (misplaced >= 0) ledger.breach('stream gap', `${name}: out of order at event ${misplaced}`)
    const invented = ids.filter((id) => !seen.has(id))
    for (const id of invented) ledger.breach('invented', `${name} sent ${id}, which is not in the log`)
  }
}
