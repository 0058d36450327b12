import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { User } from '../../db/generated/client/client.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of users. */
export const userLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readUsers(db, organizationId, ids)),
}))

async function readUsers(db: Db, organizationId: number, ids: number[]): Promise<User[]> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id ${isOneOf(ids)}`)
    .$castTo<Omit<User, 'labels'> & { labels: string[] | null }>()
    .execute()
  // The column of a list may be null.
  return users.map((user) => ({ ...user, labels: user.labels ?? [] }))
}
