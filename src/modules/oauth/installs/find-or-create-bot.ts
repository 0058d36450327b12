import type { Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import type { InstallGrant } from './create-or-update-install.ts'

/**
 * Returns the id of the bot user as which an app acts in an organization. All installs of the app there share
 * it, including earlier ones, and it has the current name of the app. It has no e-mail and no role, and is
 * not a customer. The caller must have serialized the installs of the app.
 */
export async function findOrCreateBot(
  tx: Transaction,
  { organizationId, app }: Pick<InstallGrant, 'organizationId' | 'app'>,
): Promise<number> {
  const existing = await tx
    .selectFrom('oauthInstalls')
    .innerJoin('users', (join) =>
      join
        .onRef('users.organizationId', '=', 'oauthInstalls.organizationId')
        .onRef('users.id', '=', 'oauthInstalls.userId'),
    )
    .select(['users.id', 'users.name'])
    .where('oauthInstalls.organizationId', '=', organizationId)
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('actor', '=', 'app')
    .limit(1)
    .executeTakeFirst()
  if (!existing) {
    const bot = {
      organizationId,
      name: app.name,
      bot: true,
      labels: [],
      createdAt: databaseNow,
      updatedAt: databaseNow,
    }
    return (await tx.insertInto('users').values(bot).returning('id').executeTakeFirstOrThrow()).id
  }
  if (existing.name !== app.name)
    await tx
      .updateTable('users')
      .set({ name: app.name, updatedAt: nextUpdatedAt(databaseNow) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', existing.id)
      .execute()
  return existing.id
}
