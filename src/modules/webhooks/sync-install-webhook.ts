import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { whichInstalls, type WhichInstalls } from '../oauth/installs/which-installs.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

/**
 * Makes the webhooks of installs what they should be by now, after whatever has changed (specification chapters 3
 * and 6): an install has one when its app has a URL, it and the app have the scope `webhooks:manage`, some
 * granted event is still subscribed to, and the person of `self` is an admin. Else it has none. A constant number of
 * statements, however many installs there are.
 */
export async function syncInstallWebhook(tx: Transaction, which: WhichInstalls): Promise<void> {
  const at = now()
  // A change of an app's URL that runs at the same time comes before or after this, never in between.
  await sql`select from oauth_apps where (organization_id, id) in
    (select app_organization_id, app_id from oauth_installs where ${whichInstalls(which)}) for share`.execute(
    tx,
  )
  const wanted = sql`
    select install.organization_id, install.id as install_id, app.webhook_url as url, granted.events
    from (select * from oauth_installs where ${whichInstalls(which)}) as install
    join oauth_apps as app on (app.organization_id, app.id) = (install.app_organization_id, install.app_id)
    join users on (users.organization_id, users.id) = (install.organization_id, install.user_id)
    cross join lateral (select array(
      select event from unnest(install.webhook_events) with ordinality as listed (event, place)
      where event = any(app.subscribed_webhook_events) order by place) as events) as granted
    where app.webhook_url is not null and app.suspended_at is null
      and 'webhooks:manage' = any(install.scopes) and 'webhooks:manage' = any(app.declared_scopes)
      and (install.actor = 'app' or users.role = 'admin')
      and cardinality(granted.events) > 0`
  const { rows: removed } = await sql<{ organizationId: number; id: number }>`delete from webhooks
    using (select organization_id, id from oauth_installs where ${whichInstalls(which)}) as install
    where webhooks.organization_id = install.organization_id and webhooks.install_id = install.id
      and not exists (select from (${wanted}) as wanted
        where wanted.organization_id = install.organization_id and wanted.install_id = install.id)
    returning webhooks.organization_id as "organizationId", webhooks.id`.execute(tx)
  await cancelDeliveries(tx, removed, 'The app is no longer told of events')
  await sql`insert into webhooks (organization_id, install_id, url, events, created_at, updated_at)
    select organization_id, install_id, url, events, ${at}::timestamptz, ${at}::timestamptz from (${wanted}) as wanted
    on conflict (organization_id, install_id) do update
      set url = excluded.url, events = excluded.events, updated_at = excluded.updated_at
      where (webhooks.url, webhooks.events) is distinct from (excluded.url, excluded.events)`.execute(tx)
}
