import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listBuckets } from './list-buckets.ts'
import { BucketConnectionRef, BucketRef } from './type.ts'
import { visibleBucket } from './visible-bucket.ts'

const BucketBy = lookupType('Bucket', (t) => ({
  slug: t.string({ description: 'Slug, the last part of the address of its page.' }),
}))

builder.queryFields((t) => ({
  buckets: t.field({
    type: BucketConnectionRef,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description: "The organization's buckets in order. Private ones are visible to the team only.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId, caller }) =>
      listBuckets(db, organizationId, { privateOnes: hasTeamView(caller), page }),
  }),

  bucket: t.field({
    type: BucketRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description: 'One bucket, or null if there is none that the caller can see.',
    args: { by: t.arg({ type: BucketBy, required: true, description: 'Key of the bucket.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleBucket(context, lookupId('Bucket', by) ?? { slug: by.slug ?? '' })),
  }),
}))
