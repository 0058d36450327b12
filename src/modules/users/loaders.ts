import { sql } from 'kysely'
import type { RowKey } from '../../db/writes/by-organization.ts'
import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { isOneOf } from '../../db/lists/is-one-of.ts'
import { readTogether } from '../../db/sharing/read-together.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of users. */
export const userLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readUsers(db, organizationId, ids)),
}))

/** Loader of the account of the caller's session, the only one that the caller sees. */
export const accountLoaders = defineLoaders(({ db, caller: { accountId } }) => ({
  own: byId(async (ids) =>
    accountId === null || !ids.includes(accountId)
      ? []
      : db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
  ),
}))

async function readUsers(db: Db, organizationId: number, ids: number[]): Promise<User[]> {
  const keys = ids.map((id) => ({ organizationId, id }))
  const together = readUsersTogether(db, keys)
  if (together) return (await together).filter((user) => user !== null)
  const users = await selectUsers(db)
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id ${isOneOf(ids)}`)
    .execute()
  return users.map(toUser)
}

const readUsersTogether = readTogether<RowKey, User>(async (db, keys) => {
  const users = await selectUsers(db)
    .where(
      sql<boolean>`(organization_id, id) in (select * from unnest((select ${keys.map(({ organizationId }) => organizationId)}::int[]),
        (select ${keys.map(({ id }) => id)}::int[])))`,
    )
    .execute()
  const byKey = new Map(users.map((user) => [nameOf(user), toUser(user)]))
  return keys.map((key) => byKey.get(nameOf(key)) ?? null)
})

const nameOf = ({ organizationId, id }: RowKey) => `${organizationId}/${id}`

type UserColumns = Omit<User, 'labels'> & { labels: string[] | null }

const selectUsers = (db: Db) => db.selectFrom('users').selectAll().$castTo<UserColumns>()

/** Returns a user. The column of a list may be null. */
const toUser = (user: UserColumns): User => ({ ...user, labels: user.labels ?? [] })
