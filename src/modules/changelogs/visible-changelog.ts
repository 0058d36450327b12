import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { changelogLoaders } from './loaders.ts'
import { canSeeChangelog } from './policy.ts'

/** Returns the entry with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleChangelog(context: LoaderContext, id: string) {
  const changelog = await changelogLoaders(context).byId.find(parseObjectId('Changelog', id))
  if (!changelog || !canSeeChangelog(context.caller, changelog)) throw notFound('Changelog')
  return changelog
}
