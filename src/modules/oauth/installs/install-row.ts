import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { OAuthInstall } from '../../../db/generated/tables.ts'

export type InstallRow = Selectable<OAuthInstall>

/**
 * An organization's installs that have not been removed, nor ended with their app, each with what it may know of the app: an app belongs
 * to another organization, so only its public face is read.
 */
export function activeInstalls(db: Db, organizationId: number) {
  return db
    .selectFrom('oauthInstalls')
    .innerJoin('oauthApps', (join) =>
      join
        .onRef('oauthApps.organizationId', '=', 'oauthInstalls.appOrganizationId')
        .onRef('oauthApps.id', '=', 'oauthInstalls.appId'),
    )
    .innerJoin('organizations as owner', 'owner.id', 'oauthInstalls.appOrganizationId')
    .selectAll('oauthInstalls')
    .select([
      'oauthApps.clientId',
      'oauthApps.name as appName',
      'oauthApps.subscribedWebhookEvents',
      'owner.name as ownerName',
      'owner.slug as ownerSlug',
    ])
    .where('oauthInstalls.organizationId', '=', organizationId)
    .where('oauthInstalls.revokedAt', 'is', null)
    .where('oauthApps.suspendedAt', 'is', null)
}

/** An install with its app's public face. */
export type InstalledAppRow = InstallRow & {
  clientId: string
  appName: string
  subscribedWebhookEvents: string[]
  ownerName: string
  ownerSlug: string
}
