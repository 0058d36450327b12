import { byId, defineLoaders, groups } from '../../graphql/loaders.ts'
import { WEBHOOK_COLUMNS } from './webhook-snapshot.ts'

/** Loaders of webhooks, and of the webhook of each install. */
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
}))
