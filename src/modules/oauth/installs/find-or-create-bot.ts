import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import type { InstallGrant } from './create-or-update-install.ts'

/**
 * The bot user that an app acts as in an organization: one for all its installs there, earlier ones included,
 * named as the app is now. It has no e-mail, no role and is no customer. Whoever calls has taken their turn.
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
      .set({ name: app.name, updatedAt: databaseNow })
      .where('organizationId', '=', organizationId)
      .where('id', '=', existing.id)
      .execute()
  return existing.id
}
