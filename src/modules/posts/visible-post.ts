import { notFound } from '../../lib/errors.ts'
import { canSeePost } from './policy.ts'
import type { Context } from '../../graphql/context.ts'
import { parseObjectId } from '../../graphql/ids.ts'

/** Returns the post with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visiblePost({ caller, load }: Pick<Context, 'caller' | 'load'>, id: string) {
  const post = await load.post.find(parseObjectId('Post', id))
  if (!post || !canSeePost(caller, post)) throw notFound('Post')
  return post
}
