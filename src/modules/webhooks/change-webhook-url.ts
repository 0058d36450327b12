import type { Transaction } from '../../db/database.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { syncInstallWebhook } from './sync-install-webhook.ts'

/**
 * Brings the webhooks of every install of an app to its URL, and to the events that it still subscribes to
 * (specification chapter 6, rule 4). To be called in the transaction that changed the app, after the change:
 * what the app's row says then is what counts; without a URL the webhooks go.
 */
export async function changeWebhookUrlOfInstalls(
  tx: Transaction,
  app: { organizationId: number; id: number },
  url: string | null,
): Promise<void> {
  if (url !== null) return syncInstallWebhook(tx, { app })
  const removed = await tx
    .deleteFrom('webhooks')
    .using('oauthInstalls as install')
    .whereRef('webhooks.organizationId', '=', 'install.organizationId')
    .whereRef('webhooks.installId', '=', 'install.id')
    .where('install.appOrganizationId', '=', app.organizationId)
    .where('install.appId', '=', app.id)
    .returning(['webhooks.organizationId', 'webhooks.id'])
    .execute()
  await cancelDeliveries(tx, removed, 'The app has no webhook any more')
}
