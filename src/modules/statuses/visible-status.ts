import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findStatusBySlug } from './find-status-by-slug.ts'
import { statusLoaders } from './loaders.ts'

/** Returns the status with a database id or a slug. @throws AppError NOT_FOUND */
export async function visibleStatus(context: LoaderContext, key: number | { slug: string }) {
  const status =
    typeof key === 'number'
      ? await statusLoaders(context).byId.find(key)
      : await findStatusBySlug(context.db, context.organizationId, key.slug)
  if (!status) throw notFound('Status')
  return status
}
