import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { changelogLoaders } from './loaders.ts'

/** Returns the changelog label with a database id. @throws AppError NOT_FOUND */
export async function visibleChangelogLabel(context: LoaderContext, id: number) {
  const label = await changelogLoaders(context).labelById.find(id)
  if (!label) throw notFound('Label')
  return label
}
