import type { RawBuilder } from 'kysely'
import type { EventRow } from './event-row.ts'

/** A condition on events in two forms: SQL for the log, and a predicate for live events. */
export type EventFilter = { only?: RawBuilder<boolean>; matches: (event: EventRow) => boolean }
