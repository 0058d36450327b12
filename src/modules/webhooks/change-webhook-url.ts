import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { whichInstalls } from '../oauth/installs/which-installs.ts'
import { syncInstallWebhook } from './sync-install-webhook.ts'

/**
 * Brings the webhooks of every install of an app to its new URL (specification chapter 6, rule 4), those too that a
 * token has made, which are the app's again; without a URL they go. One that a token has removed does not come back.
 * To be called in the transaction that changed the app, after the change: what the app's row says then is what counts.
 */
export async function changeWebhookUrlOfInstalls(
  tx: Transaction,
  app: { organizationId: number; id: number },
): Promise<void> {
  await sql`update oauth_installs as install set own_webhook = false
    where ${whichInstalls({ app })} and own_webhook and exists (select from webhooks
      where (webhooks.organization_id, webhooks.install_id) = (install.organization_id, install.id))`.execute(
    tx,
  )
  await syncInstallWebhook(tx, { app })
}
