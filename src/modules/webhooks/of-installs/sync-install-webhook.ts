import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { nextUpdatedAt } from '../../../db/time.ts'
import { now } from '../../../lib/time/clock.ts'
import { installSelector, type InstallSelector } from '../../oauth/installs/install-selector.ts'
import { cancelDeliveries } from '../deliveries/cancel-deliveries.ts'

type AppKey = { organizationId: number; id: number }

/**
 * Creates, updates or deletes the webhooks of installs after a change (contract 5, contract 6). The webhook
 * of an install exists while its app is active and has a URL, and while both have the scope
 * `webhooks:manage`. In addition, some granted event must still be subscribed to, and the person of `self`
 * must be an admin. Once a token has created or deleted the webhook (`own_webhook`), none is created here. A
 * webhook that a token created keeps its URL and secret, and loses events that are no longer open to it. If
 * neither the app nor the consent names any event, a token may use events whose objects the install may read.
 * The installs must be of one organization. The number of statements depends on that of their apps only.
 */
export async function syncInstallWebhook(tx: Transaction, which: InstallSelector): Promise<void> {
  const at = now()
  // Serializes with concurrent changes of the app's URL.
  await lockAppsForShare(tx, which)
  const wanted = sql`
    select install.organization_id, install.id as install_id, ${URL} as url, ${EVENTS} as events, own.secret_ciphertext
    from (select * from oauth_installs where ${installSelector(which)}) as install
    join oauth_apps as app on (app.organization_id, app.id) = (install.app_organization_id, install.app_id)
    join users on (users.organization_id, users.id) = (install.organization_id, install.user_id)
    left join webhooks as own on install.own_webhook
      and (own.organization_id, own.install_id) = (install.organization_id, install.id)
    where ${URL} is not null and app.suspended_at is null
      and 'webhooks:manage' = any(install.scopes) and 'webhooks:manage' = any(app.declared_scopes)
      and (install.actor = 'app' or users.role = 'admin')
      and cardinality(${EVENTS}) > 0`
  const { rows: removed } = await sql<{ id: number }>`delete from webhooks
    using (select organization_id, id from oauth_installs where ${installSelector(which)}) as install
    where webhooks.organization_id = install.organization_id and webhooks.install_id = install.id
      and not exists (select 1 from (${wanted}) as wanted
        where wanted.organization_id = install.organization_id and wanted.install_id = install.id)
    returning webhooks.id`.execute(tx)
  const ids = removed.map(({ id }) => id)
  await cancelDeliveries(
    tx,
    { organizationId: which.organizationId, ids },
    'The app no longer receives events',
  )
  await sql`insert into webhooks (organization_id, install_id, url, events, secret_ciphertext, created_at, updated_at)
    select organization_id, install_id, url, events, secret_ciphertext, ${at}::timestamptz, ${at}::timestamptz
    from (${wanted}) as wanted
    on conflict (organization_id, install_id) do update set url = excluded.url, events = excluded.events,
        secret_ciphertext = excluded.secret_ciphertext, updated_at = ${nextUpdatedAt(sql`excluded.updated_at`, 'webhooks.updated_at')}
      where (webhooks.url, webhooks.events, webhooks.secret_ciphertext)
        is distinct from (excluded.url, excluded.events, excluded.secret_ciphertext)`.execute(tx)
}

/** Updates the webhooks of all installs of an app, as `syncInstallWebhook`, in one organization after the other. */
export async function syncWebhooksOfApp(tx: Transaction, app: AppKey): Promise<void> {
  for (const organizationId of await organizationsWith(tx, app))
    await syncInstallWebhook(tx, { organizationId, app })
}

/** Returns the ids of the organizations in which an app is installed, in ascending order. */
export async function organizationsWith(tx: Transaction, app: AppKey): Promise<number[]> {
  const rows = await tx
    .selectFrom('oauthInstalls')
    .select('organizationId')
    .distinct()
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .orderBy('organizationId')
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

async function lockAppsForShare(tx: Transaction, which: InstallSelector): Promise<void> {
  const { rows } = await sql<AppKey>`select distinct app_organization_id as "organizationId", app_id as id
    from oauth_installs where ${installSelector(which)} order by 1, 2`.execute(tx)
  for (const { organizationId, id } of rows) {
    const app = tx
      .selectFrom('oauthApps')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
    await lockedRow(tx, 'oauth_apps', app, { mode: 'share' })
  }
}

/** SQL condition: whether an `event` is open to an `install` of an `app`. */
const IS_OPEN = sql`case when install.webhook_events = '{}' and app.subscribed_webhook_events = '{}'
  then array[case when event like 'post%' then 'posts:read' else 'changelog:read' end] <@ install.scopes
    and array[case when event like 'post%' then 'posts:read' else 'changelog:read' end] <@ app.declared_scopes
  else event = any(install.webhook_events) and event = any(app.subscribed_webhook_events) end`

/** SQL of the URL and of the events of the webhook of an `install` of an `app`, whose `own` one a token has created. */
const URL = sql`case when install.own_webhook then own.url else app.webhook_url end`
const EVENTS = sql`array(
  select event from unnest(case when install.own_webhook then own.events else install.webhook_events end)
    with ordinality as listed (event, number)
  where ${IS_OPEN} order by number)`
