import type { Cursor } from '../../events/cursor.ts'
import type { SendQueue } from './send-queue.ts'
import type { Payload } from '../graphql/payload.ts'

/** A payload and its place in the order of its topic. */
export type Output = { payload: Payload; at: Cursor }

/** Who is sent what a group's operation answers. */
export type Subscriber = Pick<SendQueue<unknown>, 'canQueue' | 'runExclusive' | 'abort'> & {
  next(output: Output): void
}
