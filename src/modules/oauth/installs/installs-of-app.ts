import type { Db } from '../../../db/database.ts'
import { readPage, type Page, type PageRequest } from '../../../db/keyset.ts'
import type { InstallRow } from './install-row.ts'

/** An install as the app's owner sees it: its organization, without the people there. */
export type AppInstallRow = Pick<
  InstallRow,
  'id' | 'organizationId' | 'actor' | 'scopes' | 'webhookEvents' | 'createdAt' | 'updatedAt'
> & { organizationName: string; organizationSlug: string }

/**
 * Returns one page of an app's active installs in all organizations, newest first. The caller must have
 * checked that its organization owns the app.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function installsOfApp(
  db: Db,
  app: { organizationId: number; id: number },
  page: PageRequest = {},
): Promise<Page<AppInstallRow>> {
  return readPage(
    db,
    db
      .selectFrom('oauthInstalls')
      .innerJoin('organizations as target', 'target.id', 'oauthInstalls.organizationId')
      .innerJoin('oauthApps', (join) =>
        join
          .onRef('oauthApps.organizationId', '=', 'oauthInstalls.appOrganizationId')
          .onRef('oauthApps.id', '=', 'oauthInstalls.appId'),
      )
      .select([
        'oauthInstalls.id',
        'oauthInstalls.organizationId',
        'oauthInstalls.actor',
        'oauthInstalls.scopes',
        'oauthInstalls.webhookEvents',
        'oauthInstalls.createdAt',
        'oauthInstalls.updatedAt',
        'target.name as organizationName',
        'target.slug as organizationSlug',
      ])
      .where('oauthInstalls.appOrganizationId', '=', app.organizationId)
      .where('oauthInstalls.appId', '=', app.id)
      .where('oauthInstalls.revokedAt', 'is', null)
      .where('oauthApps.suspendedAt', 'is', null),
    [{ column: 'oauth_installs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
