import { sql } from 'kysely'
import type { Caller } from '../../../auth/caller.ts'
import {
  callerOfInstall,
  effectiveScopes,
  installJoins,
  IS_INSTALL_VALID,
  SELECTED_INSTALL_COLUMNS,
  type InstallColumns,
} from '../../../auth/install-authority.ts'
import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'

/**
 * Returns the caller for the document of an install's webhook: the install with its current permissions.
 * @throws AppError NOT_FOUND for an install that may no longer act
 */
export async function readInstallOwner(db: Db, organizationId: number, installId: number): Promise<Caller> {
  const { rows } = await sql<InstallColumns>`select ${SELECTED_INSTALL_COLUMNS}
    from (values (${organizationId}::int, ${installId}::int)) as asked (organization_id, install_id)
    ${installJoins('asked')} where ${IS_INSTALL_VALID}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('Install')
  const scopes = effectiveScopes([row.installScopes, row.declaredScopes], row)
  return callerOfInstall({ ...row, organizationId, scopes })
}
