import { notFound } from '../../lib/errors.ts'
import { canSeeBucket } from './policy.ts'
import type { Context } from '../../graphql/context.ts'
import { parseObjectId } from '../../graphql/ids.ts'

/** The board of an id as the caller may see it. @throws AppError NOT_FOUND when there is none for them */
export async function visibleBucket({ caller, load }: Pick<Context, 'caller' | 'load'>, id: string) {
  const bucket = await load.bucket.find(parseObjectId('Bucket', id))
  if (!bucket || !canSeeBucket(caller, bucket)) throw notFound('Bucket')
  return bucket
}
