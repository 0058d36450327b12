import type { Db } from '../../../db/database.ts'
import { readPage, type Page, type PageRequest } from '../../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../../db/lists/pages-of-parents.ts'
import { isDistributed } from '../../../db/sharding/is-distributed.ts'
import type { InstallRow } from './install-row.ts'

/** An install as the app's owner sees it: its organization, without the people there. */
export type AppInstallRow = Pick<
  InstallRow,
  'id' | 'organizationId' | 'actor' | 'scopes' | 'webhookEvents' | 'createdAt' | 'updatedAt'
> & { organizationName: string; organizationSlug: string }

type AppPage = { id: number; page: Page<AppInstallRow> }

/**
 * Returns the same page of active installs, in all organizations, for several apps of an organization, newest
 * first, in one statement, or in one for each app if the database is distributed. Each page has the id of its app.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export async function installsOfApps(
  db: Db,
  appOrganizationId: number,
  appIds: readonly number[],
  page: PageRequest,
): Promise<AppPage[]> {
  if (!isDistributed(db)) return installsTogether(db, appOrganizationId, appIds, page)
  const pages: AppPage[] = []
  for (const id of appIds) pages.push({ id, page: await installsOfApp(db, [appOrganizationId, id], page) })
  return pages
}

const NEWEST = [
  { column: 'i.id', descending: true, type: 'int' as const, value: ({ id }: AppInstallRow) => id },
]

function installsOfApp(
  db: Db,
  [organizationId, id]: readonly [number, number],
  page: PageRequest,
): Promise<Page<AppInstallRow>> {
  const query = db
    .selectFrom('oauthInstalls as i')
    .innerJoin('oauthApps as a', (join) =>
      join.onRef('a.organizationId', '=', 'i.appOrganizationId').onRef('a.id', '=', 'i.appId'),
    )
    .innerJoin('organizations as o', 'o.id', 'i.organizationId')
    .select([
      'i.id',
      'i.organizationId',
      'i.actor',
      'i.scopes',
      'i.webhookEvents',
      'i.createdAt',
      'i.updatedAt',
    ])
    .select(['o.name as organizationName', 'o.slug as organizationSlug'])
    .where('i.appOrganizationId', '=', organizationId)
    .where('i.appId', '=', id)
    .where('i.revokedAt', 'is', null)
    .where('a.suspendedAt', 'is', null)
  return readPage(db, query.$castTo<AppInstallRow>(), NEWEST, page)
}

function installsTogether(
  db: Db,
  appOrganizationId: number,
  appIds: readonly number[],
  page: PageRequest,
): Promise<AppPage[]> {
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
    order: NEWEST,
    columns: () => `i.id, i.organization_id as "organizationId", i.actor, i.scopes,
      i.webhook_events as "webhookEvents", i.created_at as "createdAt", i.updated_at as "updatedAt",
      (select o.name from organizations o where o.id = i.organization_id) as "organizationName",
      (select o.slug from organizations o where o.id = i.organization_id) as "organizationSlug"`,
  }
  return readPagesOfParents<AppInstallRow>(db, appIds, list, page)
}
