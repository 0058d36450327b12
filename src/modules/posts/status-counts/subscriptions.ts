import { hasTeamView } from '../../../auth/caller.ts'
import { subjectOf } from '../../../events/catalogue.ts'
import type { EventRow } from '../../../events/event-row.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { subscriptionSource } from '../../../graphql/subscription-source.ts'
import { eventsOfBucket } from '../event-filters.ts'
import { chosenBucket, statusCounts } from './queries.ts'
import { StatusCountRef } from './type.ts'

const INTERVAL_MS = 250
/** Poll interval for changes without events: deleted posts, changed statuses and buckets. */
const POLL_MS = 5_000
/** Item of this source. It only signals that something may have changed. */
const CHANGED = { changed: true }
/** Fields of a post that affect its count, by their names in an event's `after`. */
const COUNTED = ['status', 'approval_status', 'hidden', 'bucket', 'merged_into_id']

builder.subscriptionFields((t) => ({
  statusCounts: t.field({
    type: [StatusCountRef],
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Number of posts per status, among those that the caller may list, initially and after each change, at most four times a second. Changes without an event, such as deletions, arrive within five seconds.',
    args: { bucketId: t.arg.id(nodeIdInput('Bucket', { description: 'Only posts in this bucket.' })) },
    subscribe: async (_root, args, context) => {
      const { caller, feed, organizationId } = context
      const bucket = await chosenBucket(context, args.bucketId)
      const inBucket = bucket && eventsOfBucket(bucket.id)
      return subscriptionSource({
        key: JSON.stringify([organizationId, 'statusCounts', bucket?.id ?? null, visibilityOf(caller)]),
        currentState: { item: CHANGED, everyMs: INTERVAL_MS },
        subscribe: (listener) => {
          const stopFollowing = feed.subscribe(organizationId, (event) => {
            if (movesCounts(event) && (inBucket?.matches(event) ?? true)) listener(CHANGED)
          })
          const looking = setInterval(() => listener(CHANGED), POLL_MS)
          return () => {
            clearInterval(looking)
            stopFollowing()
          }
        },
      })
    },
    resolve: (_item, { bucketId }, context) => statusCounts(context, bucketId),
  }),
}))

const visibilityOf = (caller: Context['caller']) => (hasTeamView(caller) ? 'team' : caller.actorId)

function movesCounts({ type, after }: EventRow): boolean {
  if (subjectOf(type) !== 'post') return false
  return type === 'post_created' || COUNTED.some((name) => after !== null && name in after)
}
