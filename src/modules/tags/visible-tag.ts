import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { tagLoaders } from './loaders.ts'

/** Returns the tag with an id. @throws AppError NOT_FOUND */
export async function visibleTag(context: LoaderContext, id: string) {
  const tag = await tagLoaders(context).byId.find(parseObjectId('Tag', id))
  if (!tag) throw notFound('Tag')
  return tag
}
