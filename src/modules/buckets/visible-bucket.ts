import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findBucketBySlug } from './find-bucket-by-slug.ts'
import { bucketLoaders } from './loaders.ts'
import { canSeeBucket } from './policy.ts'

/**
 * Returns the bucket with a database id or a slug.
 * @throws AppError NOT_FOUND when none is visible to the caller
 */
export async function visibleBucket(context: LoaderContext, key: number | { slug: string }) {
  const bucket =
    typeof key === 'number'
      ? await bucketLoaders(context).byId.find(key)
      : await findBucketBySlug(context.db, context.organizationId, key.slug)
  if (!bucket || !canSeeBucket(context.caller, bucket)) throw notFound('Bucket')
  return bucket
}
