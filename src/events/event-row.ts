import type { ActorColumns } from './actor.ts'
import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'

/** An event as it is stored in the log. */
export type EventRow = Cursor &
  ActorColumns & {
    organizationId: number
    type: EventType
    subjectId: number
    /** Post of an event about a post, a vote or a comment. Null for other events, and for those recorded before. */
    postId: number | null
    /** JSON of the subject directly after the change, in its module's format. */
    snapshot: object
    before: object | null
    after: object | null
    createdAt: Date
  }
