import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findRoadmapBySlug } from './find-roadmap-by-slug.ts'
import { roadmapLoaders } from './loaders.ts'
import { canSeeRoadmap } from './policy.ts'

/**
 * Returns the roadmap with a database id or a slug. @throws AppError NOT_FOUND when none is visible to the
 * caller
 */
export async function visibleRoadmap(context: LoaderContext, key: number | { slug: string }) {
  const roadmap =
    typeof key === 'number'
      ? await roadmapLoaders(context).byId.find(key)
      : await findRoadmapBySlug(context.db, context.organizationId, key.slug)
  if (!roadmap || !canSeeRoadmap(context.caller, roadmap)) throw notFound('Roadmap')
  return roadmap
}
