import type { Selectable } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { OAuthApp } from '../../../db/generated/tables.ts'
import { unknownClient } from '../errors.ts'

export type AppRow = Selectable<OAuthApp>

/**
 * Returns an app that the organization owns. An app of another organization is treated as unknown.
 * @throws AppError with `invalid_client`
 */
export async function findOwnApp(db: Db, organizationId: number, clientId: string): Promise<AppRow> {
  return existing(await ofOrganization(db, organizationId, clientId).executeTakeFirst())
}

/**
 * Returns an app that the organization owns and locks it until the transaction ends. Changes of an app are
 * serialized, and none happens while an install of it is created.
 * @throws AppError with `invalid_client`
 */
export async function lockOwnApp(tx: Transaction, organizationId: number, clientId: string): Promise<AppRow> {
  return existing(await ofOrganization(tx, organizationId, clientId).forUpdate().executeTakeFirst())
}

function existing(app: AppRow | undefined): AppRow {
  if (!app) throw unknownClient()
  return app
}

function ofOrganization(db: Db, organizationId: number, clientId: string) {
  return db
    .selectFrom('oauthApps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
}
