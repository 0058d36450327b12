import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { statusBySlug } from './find-status-by-slug.ts'
import { statusLoaders } from './loaders.ts'

/** Returns the status with a database id, or as `statusBySlug`. @throws AppError NOT_FOUND */
export async function visibleStatus(context: LoaderContext, key: number | { slug: string }) {
  const status =
    typeof key === 'number'
      ? await statusLoaders(context).byId.find(key)
      : await statusBySlug(context.db, context.organizationId, key.slug).executeTakeFirst()
  if (!status) throw notFound('Status')
  return status
}
