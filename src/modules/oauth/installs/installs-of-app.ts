import type { Db } from '../../../db/database.ts'
import { readPage, type Page, type PageRequest } from '../../../db/keyset.ts'
import type { InstallRow } from './install-row.ts'

/** An install as the app's owner sees it: the organization it stands in, but none of its people. */
export type AppInstallRow = Pick<
  InstallRow,
  'id' | 'organizationId' | 'actor' | 'scopes' | 'webhookEvents' | 'createdAt' | 'updatedAt'
> & { organizationName: string; organizationSlug: string }

/**
 * One page of an app's installs in all organizations, newest first, removed ones left out.
 * The caller has made sure that the app is the asking organization's own.
 * @throws AppError INVALID_PARAM for a bad page
 */
export function installsOfApp(
  db: Db,
  app: { organizationId: number; id: number },
  page: PageRequest = {},
): Promise<Page<AppInstallRow>> {
  return readPage(
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
