import { sql } from 'kysely'
import type { User } from '../../db/generated/client/client.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of users. */
export const userLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('users')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`id = any(${ids}::int[])`)
      .$castTo<User>()
      .execute(),
  ),
}))
