import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { postLoaders } from '../posts/loaders.ts'
import { commentLoaders } from './loaders.ts'
import { canSeeComment } from './policy.ts'

/** Returns the comment with a database id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleComment(context: LoaderContext, id: number) {
  const comment = await commentLoaders(context).byId.find(id)
  const post = comment && (await postLoaders(context).byId.one(comment.postId))
  if (!comment || !post || !canSeeComment(context.caller, comment, post)) throw notFound('Comment')
  return comment
}
