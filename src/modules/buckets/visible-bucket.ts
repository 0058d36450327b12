import { notFound } from '../../lib/errors.ts'
import { canSeeBucket } from './policy.ts'
import type { Context } from '../../graphql/context.ts'
import { parseObjectId } from '../../graphql/ids.ts'

/** Returns the bucket with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleBucket({ caller, load }: Pick<Context, 'caller' | 'load'>, id: string) {
  const bucket = await load.bucket.find(parseObjectId('Bucket', id))
  if (!bucket || !canSeeBucket(caller, bucket)) throw notFound('Bucket')
  return bucket
}
