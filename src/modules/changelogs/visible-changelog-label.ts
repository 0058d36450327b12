import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { changelogLoaders } from './loaders.ts'

/** Returns the changelog label with an id. @throws AppError NOT_FOUND */
export async function visibleChangelogLabel(context: LoaderContext, id: string) {
  const label = await changelogLoaders(context).labelById.find(parseObjectId('Label', id))
  if (!label) throw notFound('Label')
  return label
}
