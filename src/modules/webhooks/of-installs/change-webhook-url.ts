import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { nextUpdatedAt } from '../../../db/time.ts'
import { installSelector } from '../../oauth/installs/install-selector.ts'
import { organizationsWith, syncInstallWebhook } from './sync-install-webhook.ts'

/**
 * Applies the new URL of an app to the webhooks of its installs (contract 6). Webhooks that a token created
 * are included, and sign with the app's secret from then on. Without a URL, all of them are deleted. A
 * webhook that a token deleted is not recreated. Must be called in the transaction that changed the app,
 * after the change.
 */
export async function changeWebhookUrlOfInstalls(
  tx: Transaction,
  app: { organizationId: number; id: number; webhookUrl: string | null },
): Promise<void> {
  for (const organizationId of await organizationsWith(tx, app)) {
    const own = sql`select id from oauth_installs where ${installSelector({ organizationId, app })} and own_webhook`
    if (app.webhookUrl === null)
      await sql`update oauth_installs as install set own_webhook = false from webhooks
        where install.organization_id = ${organizationId} and install.id in (${own})
          and webhooks.organization_id = ${organizationId} and webhooks.install_id = install.id`.execute(tx)
    else
      await sql`update webhooks set url = ${app.webhookUrl}, secret_ciphertext = null, updated_at = ${nextUpdatedAt()}
        where organization_id = ${organizationId} and install_id in (${own})`.execute(tx)
    await syncInstallWebhook(tx, { organizationId, app })
  }
}
