import type { Db } from '../../../db/database.ts'
import type { OAuthAppKind } from '../../../db/generated/tables.ts'
import type { OAuthInstall } from '../../../db/rows.ts'

export type InstallRow = OAuthInstall

/**
 * Selects an organization's installs that are not revoked and whose app is neither suspended nor deleted.
 * Each has the public details of its app, because the app belongs to another organization.
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
      'oauthApps.kind',
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

/** An install with the public details of its app. */
export type InstalledAppRow = InstallRow & {
  kind: OAuthAppKind
  clientId: string
  appName: string
  subscribedWebhookEvents: string[]
  ownerName: string
  ownerSlug: string
}
