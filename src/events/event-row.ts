import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'

/** An event as it is stored in the log. */
export type EventRow = Cursor & {
  organizationId: number
  type: EventType
  subjectId: number
  /** JSON of the subject directly after the change, in its module's format. */
  snapshot: object
  before: object | null
  after: object | null
  createdAt: Date
}
