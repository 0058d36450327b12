import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of users. */
export const userLoaders = defineLoaders(({ prisma, organizationId }) => ({
  byId: byId((ids) => prisma.user.findMany({ where: { organizationId, id: { in: ids } } })),
}))
