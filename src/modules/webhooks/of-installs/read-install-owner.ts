import type { Caller } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { asInstall } from '../webhook-owner.ts'

/**
 * Returns the caller for the document of an install's webhook: the install with its current permissions.
 * @throws AppError NOT_FOUND for a revoked install
 */
export async function readInstallOwner(db: Db, organizationId: number, installId: number): Promise<Caller> {
  const row = await db
    .selectFrom('oauthInstalls as install')
    .innerJoin('oauthApps as app', (join) =>
      join
        .onRef('app.organizationId', '=', 'install.appOrganizationId')
        .onRef('app.id', '=', 'install.appId'),
    )
    .innerJoin('users as user', (join) =>
      join
        .onRef('user.organizationId', '=', 'install.organizationId')
        .onRef('user.id', '=', 'install.userId'),
    )
    .innerJoin('organizations as organization', 'organization.id', 'install.organizationId')
    .select([
      'install.actor',
      'install.userId',
      'install.scopes as installScopes',
      'app.declaredScopes',
      'user.role',
      'user.blocked',
      'organization.portalUrl',
    ])
    .where('install.organizationId', '=', organizationId)
    .where('install.id', '=', installId)
    .where('install.revokedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Install')
  return asInstall({ ...row, organizationId, installId })
}
