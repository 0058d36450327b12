import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { cancelDeliveries } from '../../webhooks/deliveries/cancel-deliveries.ts'
import type { InstallRow } from './install-row.ts'
import { installSelector, type InstallSelector } from './install-selector.ts'

export type RevokedInstall = InstallRow & { clientId: string }

/**
 * Revokes installs of an organization with their webhooks and tokens, and expires unused codes of the same consents.
 * Returns the installs with the client ids of their apps. Executes a constant number of statements.
 */
export async function revokeInstalls(tx: Transaction, which: InstallSelector): Promise<RevokedInstall[]> {
  // Locks codes first, then installs, then tokens, in the order of an exchange. Uses separate statements, so
  // that each sees the tokens of an exchange that the previous one waited for.
  const { organizationId } = which
  await sql`update oauth_codes set expires_at = ${databaseNow}
    from (select * from oauth_installs where ${installSelector(which)}) as install
    where oauth_codes.organization_id = ${organizationId}
      and (oauth_codes.app_organization_id, oauth_codes.app_id, oauth_codes.actor)
        = (install.app_organization_id, install.app_id, install.actor)
      and (install.actor = 'app' or oauth_codes.user_id = install.user_id)
      and oauth_codes.used_at is null and oauth_codes.expires_at > ${databaseNow}`.execute(tx)
  const ended = await tx
    .updateTable('oauthInstalls')
    .set({ revokedAt: databaseNow, updatedAt: nextUpdatedAt(databaseNow) })
    .where(installSelector(which))
    .returningAll()
    .execute()
  if (ended.length === 0) return []
  const clientIds = await readClientIds(tx, ended)
  const isOfThem = sql`organization_id = ${organizationId} and install_id = any(${ended.map(({ id }) => id)}::int[])`
  // The earlier time stays. Citus refuses a time inside of `coalesce`.
  await sql`update oauth_tokens set revoked_at = least(revoked_at, ${databaseNow}), replacement = null
    where ${isOfThem}`.execute(tx)
  const { rows: webhooks } = await sql<{ id: number }>`
    delete from webhooks where ${isOfThem} returning id`.execute(tx)
  await cancelDeliveries(tx, { organizationId, ids: webhooks.map(({ id }) => id) }, 'The install has ended')
  return ended.map((install) => ({ ...install, clientId: clientIds.get(install.appId) ?? '' }))
}

/** Returns the client ids of apps by id. */
async function readClientIds(tx: Transaction, installs: InstallRow[]): Promise<Map<number, string>> {
  const owners = [...new Set(installs.map(({ appOrganizationId }) => appOrganizationId))]
  const ids = [...new Set(installs.map(({ appId }) => appId))]
  const apps = await tx
    .selectFrom('oauthApps')
    .select(['id', 'clientId'])
    .where('organizationId', 'in', owners)
    .where('id', 'in', ids)
    .execute()
  return new Map(apps.map(({ id, clientId }) => [id, clientId]))
}
