import { hasTeamView } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import { canSeePost } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { findIdBySlug } from './find-id-by-slug.ts'
import { postLoaders } from './loaders.ts'

/**
 * Returns the post with a database id or a slug.
 * @throws AppError NOT_FOUND when none is visible to the caller
 */
export async function visiblePost(context: LoaderContext, key: number | { slug: string }) {
  const { db, organizationId, caller } = context
  const id = typeof key === 'number' ? key : await findIdBySlug(db, organizationId, key.slug)
  const post = id === null ? null : await postLoaders(context).byId.find(id)
  if (!post || !canSeePost(caller, post)) throw notFound('Post')
  return post
}

/** Returns whether the post with a database id is visible to the caller, as all are to the team. Reads none for it. */
export async function isVisiblePost(context: LoaderContext, id: number): Promise<boolean> {
  if (hasTeamView(context.caller)) return true
  const post = await postLoaders(context).byId.find(id)
  return post !== null && canSeePost(context.caller, post)
}
