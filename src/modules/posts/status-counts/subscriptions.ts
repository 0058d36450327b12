import { hasTeamView } from '../../../auth/caller.ts'
import { subjectOf } from '../../../events/catalogue.ts'
import { cursorAfter } from '../../../events/cursor.ts'
import type { EventRow } from '../../../events/event-row.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { subscriptionSource } from '../../../graphql/subscription-source.ts'
import { currentHead } from '../../events/current-head.ts'
import { eventsOfBucket } from '../event-filters.ts'
import { chosenBucket, statusCounts } from './queries.ts'
import { StatusCountRef } from './type.ts'

const INTERVAL_MS = 250
/** Item of this source. It only signals that something may have changed. */
const CHANGED = { changed: true }
/** Fields of a post that affect its count, by their names in an event's `after`. */
const COUNTED = ['status', 'approval_status', 'hidden', 'bucket', 'merged_into_id']

builder.subscriptionFields((t) => ({
  statusCounts: t.field({
    type: [StatusCountRef],
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Number of posts per status, among those that the caller may list, initially and after each change, at most four times a second.',
    args: { bucketId: t.arg.id(nodeIdInput('Bucket', { description: 'Only posts in this bucket.' })) },
    subscribe: async (_root, args, context) => {
      const { db, caller, feed, organizationId, notifications } = context
      const bucket = await chosenBucket(context, args.bucketId)
      const { last } = await currentHead(db, organizationId)
      return subscriptionSource({
        key: JSON.stringify([organizationId, 'statusCounts', bucket?.id ?? null, visibilityOf(caller)]),
        currentState: { item: CHANGED, everyMs: INTERVAL_MS },
        subscribe: (listener) => {
          const follow = (event: EventRow) => {
            if (movesCounts(event, bucket?.id)) listener(CHANGED)
          }
          const stopFollowing = feed.subscribe(organizationId, follow, cursorAfter(last))
          const stopListening = notifications.on(`statuses:${organizationId}`, () => listener(CHANGED))
          return () => {
            stopListening()
            stopFollowing()
          }
        },
      })
    },
    resolve: async (_item, { bucketId }, context) => {
      await chosenBucket(context, bucketId)
      return statusCounts(context, bucketId)
    },
  }),
}))

const visibilityOf = (caller: Context['caller']) => (hasTeamView(caller) ? 'team' : caller.actorId)

/** Returns whether an event may change the counts of a bucket, or of all buckets without an id. */
function movesCounts(event: EventRow, bucketId: number | undefined): boolean {
  const { type, subjectId, after } = event
  const changes = (names: string[]) => names.some((name) => after !== null && name in after)
  // Posts of a deleted bucket move to any other. Those of a changed one become visible to customers, or cease to be.
  if (type === 'bucket_updated')
    return changes(['deleted']) || ((bucketId ?? subjectId) === subjectId && changes(['private']))
  if (subjectOf(type) !== 'post' || !(bucketId === undefined || eventsOfBucket(bucketId).matches(event)))
    return false
  return type !== 'post_updated' || changes(COUNTED)
}
