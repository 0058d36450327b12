import { sql, type RawBuilder } from 'kysely'

/** Selector of installs: one of an organization, all there that act as a person or of an app, or some by key. */
export type InstallSelector =
  | { organizationId: number; installId: number }
  | { organizationId: number; personId: number }
  | { organizationId: number; app: { organizationId: number; id: number } }
  | { installs: readonly { organizationId: number; id: number }[] }

/** Returns a selector as an SQL condition on `oauth_installs`. Revoked installs are excluded. */
export function installSelector(which: InstallSelector): RawBuilder<boolean> {
  if ('app' in which)
    return sql`organization_id = ${which.organizationId}
      and app_organization_id = ${which.app.organizationId} and app_id = ${which.app.id} and revoked_at is null`
  if ('installs' in which)
    return sql`(organization_id, id) in (select * from unnest(
      ${which.installs.map(({ organizationId }) => organizationId)}::int[], ${which.installs.map(({ id }) => id)}::int[]))
      and revoked_at is null`
  const { organizationId } = which
  if ('installId' in which)
    return sql`organization_id = ${organizationId} and id = ${which.installId} and revoked_at is null`
  return sql`organization_id = ${organizationId} and user_id = ${which.personId} and actor = 'self' and revoked_at is null`
}
