import { viewerOf } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { parseObjectId } from '../../../graphql/ids.ts'
import type { Context } from '../../../graphql/context.ts'
import { visibleBucket } from '../../buckets/visible-bucket.ts'
import { countByStatus, type StatusCount } from './count-by-status.ts'
import { StatusCountRef } from './type.ts'

builder.queryFields((t) => ({
  statusCounts: t.field({
    type: [StatusCountRef],
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Number of posts per status in workflow order, among the posts that the caller may list. For the team, private buckets are included.',
    args: { bucketId: t.arg.id({ description: 'Only posts in this bucket.' }) },
    resolve: (_root, { bucketId }, context) => statusCounts(context, bucketId),
  }),
}))

/**
 * Returns the numbers of posts that the caller may list, of all buckets or of one.
 * @throws AppError NOT_FOUND for a bucket that is not visible to the caller
 */
export async function statusCounts(
  context: Context,
  bucketId: string | null | undefined,
): Promise<StatusCount[]> {
  const { db, organizationId, caller } = context
  const bucket = bucketId == null ? null : await visibleBucket(context, parseObjectId('Bucket', bucketId))
  return countByStatus(db, organizationId, { bucketId: bucket?.id ?? null, viewer: viewerOf(caller) })
}
