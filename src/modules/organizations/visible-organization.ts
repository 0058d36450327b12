import type { LoaderContext } from '../../graphql/loaders.ts'
import { organizationLoaders } from './loaders.ts'

/** Returns the organization of the request, or null if it has another id or slug. */
export async function visibleOrganization(context: LoaderContext, key: { id?: number; slug?: string }) {
  const isOther = key.id !== undefined && key.id !== context.caller.organizationId
  if (isOther || context.caller.organizationId === null) return null
  const organization = await organizationLoaders(context).current()
  return key.slug === undefined || key.slug.toLowerCase() === organization.slug ? organization : null
}
