import type { Cursor } from '../../events/cursor.ts'
import type { ReplayQueue } from './send-queue.ts'
import type { Payload } from '../graphql/payload.ts'

/** A payload with its cursor. */
export type Output = { payload: Payload; at: Cursor }

/** A subscriber of a group. */
export type Subscriber = {
  readonly sendQueue: ReplayQueue
  next(output: Output): void
}
