import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of statuses. */
export const statusLoaders = defineLoaders(({ prisma, organizationId }) => ({
  byId: byId((ids) => prisma.status.findMany({ where: { organizationId, id: { in: ids } } })),
}))
