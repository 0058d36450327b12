import { notFound } from '../../lib/errors.ts'
import { canSeePost } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { postLoaders } from './loaders.ts'

/** Returns the post with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visiblePost(context: LoaderContext, id: string) {
  const post = await postLoaders(context).byId.find(parseObjectId('Post', id))
  if (!post || !canSeePost(context.caller, post)) throw notFound('Post')
  return post
}
