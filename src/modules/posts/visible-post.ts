import { notFound } from '../../lib/errors.ts'
import { canSeePost } from './policy.ts'
import type { Context } from '../../graphql/context.ts'
import { parseObjectId } from '../../graphql/ids.ts'

/** The post of an id as the caller may see it. @throws AppError NOT_FOUND when there is none for them */
export async function visiblePost({ caller, load }: Pick<Context, 'caller' | 'load'>, id: string) {
  const post = await load.post.find(parseObjectId('Post', id))
  if (!post || !canSeePost(caller, post)) throw notFound('Post')
  return post
}
