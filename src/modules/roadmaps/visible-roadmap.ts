import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { roadmapLoaders } from './loaders.ts'
import { canSeeRoadmap } from './policy.ts'

/** Returns the roadmap with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleRoadmap(context: LoaderContext, id: string) {
  const roadmap = await roadmapLoaders(context).byId.find(parseObjectId('Roadmap', id))
  if (!roadmap || !canSeeRoadmap(context.caller, roadmap)) throw notFound('Roadmap')
  return roadmap
}
