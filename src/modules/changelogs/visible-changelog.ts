import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findChangelogBySlug } from './find-changelog-by-slug.ts'
import { changelogLoaders } from './loaders.ts'
import { canSeeChangelog } from './policy.ts'

/**
 * Returns the entry with a database id or a slug.
 * @throws AppError NOT_FOUND when none is visible to the caller
 */
export async function visibleChangelog(context: LoaderContext, key: number | { slug: string }) {
  const changelog =
    typeof key === 'number'
      ? await changelogLoaders(context).byId.find(key)
      : await findChangelogBySlug(context.db, context.organizationId, key.slug)
  if (!changelog || !canSeeChangelog(context.caller, changelog)) throw notFound('Changelog')
  return changelog
}
