import type { Db } from '../../../db/database.ts'
import type { Page, PageRequest } from '../../../db/keyset.ts'
import { readPagesOfParents } from '../../../db/pages-of-parents.ts'
import type { InstallRow } from './install-row.ts'

/** An install as the app's owner sees it: its organization, without the people there. */
export type AppInstallRow = Pick<
  InstallRow,
  'id' | 'organizationId' | 'actor' | 'scopes' | 'webhookEvents' | 'createdAt' | 'updatedAt'
> & { organizationName: string; organizationSlug: string }

/**
 * Returns the same page of active installs, in all organizations, for several apps of an organization, newest
 * first, in one statement. Each page has the id of its app.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function installsOfApps(
  db: Db,
  appOrganizationId: number,
  appIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<AppInstallRow> }[]> {
  const list = {
    alias: 'i',
    from: `oauth_installs i
      join oauth_apps a on a.organization_id = i.app_organization_id and a.id = i.app_id`,
    conditions: [
      'i.app_organization_id = $1',
      'i.app_id = wanted.id',
      'i.revoked_at is null',
      'a.suspended_at is null',
    ],
    values: [appOrganizationId],
    order: [{ column: 'i.id', descending: true, type: 'int' as const, value: ({ id }: AppInstallRow) => id }],
    columns: () => `i.id, i.organization_id as "organizationId", i.actor, i.scopes,
      i.webhook_events as "webhookEvents", i.created_at as "createdAt", i.updated_at as "updatedAt",
      (select o.name from organizations o where o.id = i.organization_id) as "organizationName",
      (select o.slug from organizations o where o.id = i.organization_id) as "organizationSlug"`,
  }
  return readPagesOfParents<AppInstallRow>(db, appIds, list, page)
}
