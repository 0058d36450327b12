import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of the caller's organization and its API keys. */
export const organizationLoaders = defineLoaders(({ prisma, organizationId }) => ({
  current: () => prisma.organization.findUniqueOrThrow({ where: { id: organizationId } }),
  apiKeyById: byId((ids) =>
    prisma.apiKey.findMany({ where: { organizationId, id: { in: ids } }, omit: { keyHash: true } }),
  ),
}))
