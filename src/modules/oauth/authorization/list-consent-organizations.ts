import type { Db } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { adminMemberships, type Consenter } from './admin-memberships.ts'

/**
 * Returns the organizations that a person may install an app into, sorted by name, each with whether the app
 * is already installed.
 */
export function listConsentOrganizations(
  db: Db,
  consenter: Consenter,
  app: Pick<AppRow, 'organizationId' | 'id'>,
) {
  return adminMemberships(db, consenter)
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .selectAll('organizations')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('oauthInstalls')
            .select('oauthInstalls.id')
            .whereRef('oauthInstalls.organizationId', '=', 'organizations.id')
            .where('appOrganizationId', '=', app.organizationId)
            .where('appId', '=', app.id)
            .where('revokedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('installed'),
    )
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
}
