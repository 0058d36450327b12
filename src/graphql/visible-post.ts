import { notFound } from '../lib/errors.ts'
import { canSeePost } from '../modules/posts/policy.ts'
import type { Context } from './context.ts'
import { idOf } from './ids.ts'

/** The post of an id as the caller may see it. @throws AppError NOT_FOUND when there is none for them */
export async function visiblePost({ caller, load }: Pick<Context, 'caller' | 'load'>, id: string) {
  const post = await load.post.find(idOf('Post', id))
  if (!post || !canSeePost(caller, post)) throw notFound('Post')
  return post
}
