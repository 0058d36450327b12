import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'
import { organizationById } from './find-organization.ts'

/** Loaders of the caller's organization and its API keys. */
export const organizationLoaders = defineLoaders(({ db, organizationId }) => {
  const organization = byId(async ([id = organizationId]) => [await organizationById(db, id)])
  return {
    current: () => organization.one(organizationId),
    apiKeyById: byId((ids) => readApiKeys(db, organizationId, ids)),
  }
})

/** Returns API keys without their hashes. */
function readApiKeys(db: Db, organizationId: number, ids: number[]) {
  return db
    .selectFrom('apiKeys')
    .select(['organizationId', 'id', 'name', 'lastFour', 'creatorId', 'lastUsedAt', 'revokedAt', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
}
