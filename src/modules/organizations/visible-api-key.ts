import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { organizationLoaders } from './loaders.ts'

/** Returns the API key with a database id. @throws AppError NOT_FOUND */
export async function visibleApiKey(context: LoaderContext, id: number) {
  const key = await organizationLoaders(context).apiKeyById.find(id)
  if (!key) throw notFound('API key')
  return key
}
