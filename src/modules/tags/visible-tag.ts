import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findTagByName } from './find-tag-by-name.ts'
import { tagLoaders } from './loaders.ts'

/** Returns the tag with a database id or a name. @throws AppError NOT_FOUND */
export async function visibleTag(context: LoaderContext, key: number | { name: string }) {
  const tag =
    typeof key === 'number'
      ? await tagLoaders(context).byId.find(key)
      : await findTagByName(context.db, context.organizationId, key.name)
  if (!tag) throw notFound('Tag')
  return tag
}
