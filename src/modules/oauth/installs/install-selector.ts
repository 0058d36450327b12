import { sql, type RawBuilder } from 'kysely'

/** Selector of installs of one organization: one, all that act as a person or of an app, or some by id. */
export type InstallSelector =
  | { organizationId: number; installId: number }
  | { organizationId: number; personId: number }
  | { organizationId: number; app: { organizationId: number; id: number } }
  | { organizationId: number; installIds: readonly number[] }

/** Returns a selector as an SQL condition on `oauth_installs`. Revoked installs are excluded. */
export function installSelector(which: InstallSelector): RawBuilder<boolean> {
  if ('app' in which)
    return sql`organization_id = ${which.organizationId}
      and app_organization_id = ${which.app.organizationId} and app_id = ${which.app.id} and revoked_at is null`
  const { organizationId } = which
  if ('installIds' in which)
    return sql`organization_id = ${organizationId} and id = any(${which.installIds}::int[]) and revoked_at is null`
  if ('installId' in which)
    return sql`organization_id = ${organizationId} and id = ${which.installId} and revoked_at is null`
  return sql`organization_id = ${organizationId} and user_id = ${which.personId} and actor = 'self' and revoked_at is null`
}
