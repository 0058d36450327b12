import type { Cursor } from '../../events/cursor.ts'
import type { SendQueue } from './send-queue.ts'
import type { Payload } from '../graphql/payload.ts'

/** A payload with its cursor. */
export type Output = { payload: Payload; at: Cursor }

/** A subscriber of a group. */
export type Subscriber = Pick<SendQueue<unknown>, 'canQueue' | 'runExclusive' | 'abort'> & {
  next(output: Output): void
}
