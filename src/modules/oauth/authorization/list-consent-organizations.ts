import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import type { AppRow } from '../apps/find-app.ts'
import { adminMemberships, type Consenter } from './admin-memberships.ts'

/**
 * Returns the organizations that a person may install an app into, sorted by name, each with whether the app
 * is already installed, and with the scopes of the install that a consent would update. Executes two statements.
 */
export async function listConsentOrganizations(
  db: Db,
  consenter: Consenter,
  app: Pick<AppRow, 'organizationId' | 'id'>,
  actor: ActorMode,
) {
  const organizations = await adminMemberships(db, consenter)
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .selectAll('organizations')
    .select('users.id as adminId')
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
  const installs = await db
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'actor', 'userId', 'scopes'])
    .where(sql<boolean>`organization_id = any(${organizations.map(({ id }) => id)}::int[])`)
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .execute()
  return organizations.map(({ adminId, ...organization }) => {
    const existing = installs.filter(({ organizationId }) => organizationId === organization.id)
    const updated = existing.find(
      (install) => install.actor === actor && (actor === 'app' || install.userId === adminId),
    )
    return { ...organization, installed: existing.length > 0, grantedScopes: updated?.scopes ?? null }
  })
}
