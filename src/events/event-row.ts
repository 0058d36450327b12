import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'

/** An event as the log keeps it. */
export type EventRow = Cursor & {
  organizationId: number
  type: EventType
  subjectId: number
  /** The subject right after the change: JSON of what its module wrote. */
  snapshot: object
  before: object | null
  after: object | null
  createdAt: Date
}
