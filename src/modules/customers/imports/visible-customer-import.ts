import { isTeamMember } from '../../../auth/caller.ts'
import type { LoaderContext } from '../../../graphql/loaders.ts'
import { notFound } from '../../../lib/errors.ts'
import { importLoaders } from './loaders.ts'

/** Returns the import with a database id. @throws AppError NOT_FOUND, also for callers outside the team */
export async function visibleCustomerImport(context: LoaderContext, id: number) {
  const found = isTeamMember(context.caller) ? await importLoaders(context).byId.find(id) : null
  if (!found) throw notFound('Import')
  return found
}
