import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { CheckedRequest } from './check-authorization-request.ts'
import { consentingMemberships, type Consenter } from './consenting-memberships.ts'
import { grantableScopes } from './grantable-scopes.ts'

type Asking = Pick<CheckedRequest, 'app' | 'actor'>

/**
 * Returns the organizations that a person may install a client into, sorted by name, each with whether it is already
 * installed, with the scopes of the install that a consent would update, and with those that the person can grant.
 * An organization that has suspended a public client is left out. Executes two statements.
 */
export async function listConsentOrganizations(db: Db, consenter: Consenter, { app, actor }: Asking) {
  const organizations = await consentingMemberships(db, consenter, { kind: app.kind, actor })
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .selectAll('organizations')
    .select(['users.id as personId', 'users.role'])
    .$if(app.id === null, (query) =>
      query.where(
        sql<boolean>`not exists (select 1 from oauth_apps where oauth_apps.organization_id = organizations.id
          and kind <> 'registered' and client_id = ${app.clientId} and suspended_at is not null)`,
      ),
    )
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
  const installs = await installsIn(
    db,
    organizations.map(({ id }) => id),
    app,
  )
  return organizations.map(({ personId, role, ...organization }) => {
    const existing = installs.filter(({ organizationId }) => organizationId === organization.id)
    const updated = existing.find(
      (install) => install.actor === actor && (actor === 'app' || install.userId === personId),
    )
    const grantable = grantableScopes(app, role)
    return {
      ...organization,
      installed: existing.length > 0,
      grantedScopes: updated?.scopes ?? null,
      grantableScopes: grantable,
    }
  })
}

/** Returns the active installs of a client in some organizations. A public client is another app in each. */
function installsIn(db: Db, organizationIds: number[], app: Asking['app']) {
  const installs = db
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'actor', 'userId', 'scopes'])
    .where(sql<boolean>`organization_id = any(${organizationIds}::int[])`)
    .where('revokedAt', 'is', null)
  return app.id === null
    ? installs
        .where(
          sql<boolean>`exists (select 1 from oauth_apps where oauth_apps.organization_id = app_organization_id
            and oauth_apps.id = app_id and kind <> 'registered' and client_id = ${app.clientId})`,
        )
        .execute()
    : installs.where('appOrganizationId', '=', app.organizationId).where('appId', '=', app.id).execute()
}
