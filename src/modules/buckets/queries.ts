import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listBuckets } from './list-buckets.ts'
import { BucketConnectionRef, BucketRef } from './type.ts'
import { visibleBucket } from './visible-bucket.ts'

builder.queryFields((t) => ({
  buckets: t.field({
    type: BucketConnectionRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: "The organization's buckets in order. Private ones are visible to the team only.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId, caller }) =>
      listBuckets(db, organizationId, { privateOnes: hasTeamView(caller), page }),
  }),

  bucket: t.field({
    type: BucketRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'The bucket with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the bucket.' }) },
    resolve: (_root, { id }, context) => visibleBucket(context, id),
  }),
}))
