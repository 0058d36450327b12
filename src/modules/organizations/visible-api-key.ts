import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { organizationLoaders } from './loaders.ts'

/** Returns the API key with an id. @throws AppError NOT_FOUND */
export async function visibleApiKey(context: LoaderContext, id: string) {
  const key = await organizationLoaders(context).apiKeyById.find(parseObjectId('API key', id))
  if (!key) throw notFound('API key')
  return key
}
