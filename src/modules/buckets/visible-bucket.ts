import { notFound } from '../../lib/errors.ts'
import { canSeeBucket } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { bucketLoaders } from './loaders.ts'

/** Returns the bucket with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleBucket(context: LoaderContext, id: string) {
  const bucket = await bucketLoaders(context).byId.find(parseObjectId('Bucket', id))
  if (!bucket || !canSeeBucket(context.caller, bucket)) throw notFound('Bucket')
  return bucket
}
