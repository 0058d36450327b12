import { viewerOf } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { visibleBucket } from '../../buckets/visible-bucket.ts'
import { countByStatus, type StatusCount } from './count-by-status.ts'
import { StatusCountRef } from './type.ts'

builder.queryFields((t) => ({
  statusCounts: t.field({
    type: [StatusCountRef],
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Number of posts per status in workflow order, among the posts that the caller may list. For the team, private buckets are included.',
    args: { bucketId: t.arg.id(nodeIdInput('Bucket', { description: 'Only posts in this bucket.' })) },
    resolve: (_root, { bucketId }, context) => statusCounts(context, bucketId),
  }),
}))

/**
 * Returns the numbers of posts that the caller may list, of all buckets or of one. They are 0 in a bucket that is not
 * visible to the caller.
 */
export function statusCounts(
  { db, organizationId, caller }: Context,
  bucketId: string | null | undefined,
): Promise<StatusCount[]> {
  const id = databaseIdOf('Bucket', 'bucketId', bucketId) ?? null
  return countByStatus(db, organizationId, { bucketId: id, viewer: viewerOf(caller) })
}

/**
 * Returns the bucket of the argument `bucketId`, or null without one.
 * @throws AppError NOT_FOUND for a bucket that is not visible to the caller
 */
export async function chosenBucket(context: Context, bucketId: string | null | undefined) {
  const id = databaseIdOf('Bucket', 'bucketId', bucketId)
  return id == null ? null : visibleBucket(context, id)
}
