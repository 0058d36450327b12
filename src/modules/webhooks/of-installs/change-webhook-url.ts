import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { now } from '../../../lib/time/clock.ts'
import { installSelector } from '../../oauth/installs/install-selector.ts'
import { syncInstallWebhook } from './sync-install-webhook.ts'

/**
 * Brings the webhooks of every install of an app to its new URL (specification chapter 6, rule 4), those too that a
 * token has made, which then sign with the app's secret; without a URL they all go. One that a token has removed
 * does not come back. To be called in the transaction that changed the app, after the change.
 */
export async function changeWebhookUrlOfInstalls(
  tx: Transaction,
  app: { organizationId: number; id: number; webhookUrl: string | null },
): Promise<void> {
  const own = sql`select organization_id, id from oauth_installs where ${installSelector({ app })} and own_webhook`
  if (app.webhookUrl === null)
    await sql`update oauth_installs as install set own_webhook = false from webhooks
      where (install.organization_id, install.id) in (${own})
        and (webhooks.organization_id, webhooks.install_id) = (install.organization_id, install.id)`.execute(
      tx,
    )
  else
    await sql`update webhooks set url = ${app.webhookUrl}, secret_ciphertext = null, updated_at = ${now()}
      where (organization_id, install_id) in (${own})`.execute(tx)
  await syncInstallWebhook(tx, { app })
}
