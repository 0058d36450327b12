import { byId, defineLoaders, groups } from '../../graphql/loaders.ts'
import { activeInstalls } from '../oauth/installs/install-row.ts'
import { readHealth } from './deliveries/read-health.ts'
import { WEBHOOK_COLUMNS } from './webhook-snapshot.ts'

/** Loaders of webhooks, of the webhook of each install, and of the install and the health of each webhook. */
export const webhookLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('webhooks')
      .select(WEBHOOK_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
  byInstall: groups(async (installIds) => {
    const rows = await db
      .selectFrom('webhooks')
      .select(WEBHOOK_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('installId', 'in', installIds)
      .execute()
    return rows.map((row) => [Number(row.installId), row] as const)
  }),
  install: byId((ids) => activeInstalls(db, organizationId).where('oauthInstalls.id', 'in', ids).execute()),
  health: byId((ids) => readHealth(db, organizationId, ids)),
}))
