import type { Selectable } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { OAuthApp } from '../../../db/generated/tables.ts'
import type { AppError } from '../../../lib/errors.ts'
import { oauthFieldError } from '../errors.ts'

export type AppRow = Selectable<OAuthApp>

/** The app of a client id, whichever organization owns it; one that was deleted is unknown, also while its installs are being removed. */
export function findAppByClientId(db: Db, clientId: string): Promise<AppRow | undefined> {
  return db
    .selectFrom('oauthApps')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * An organization's own app. Another organization's is as unknown to it as one that never was.
 * @throws AppError with `invalid_client`
 */
export async function findOwnApp(db: Db, organizationId: number, clientId: string): Promise<AppRow> {
  return known(await ofOrganization(db, organizationId, clientId).executeTakeFirst())
}

/**
 * The same, locked until the transaction ends: changes of an app happen one after another, and none while
 * an install of it is being made.
 * @throws AppError with `invalid_client`
 */
export async function lockOwnApp(tx: Transaction, organizationId: number, clientId: string): Promise<AppRow> {
  return known(await ofOrganization(tx, organizationId, clientId).forUpdate().executeTakeFirst())
}

/** No app that the caller may know of has this client id: 400 `invalid_client` (contract chapter 5). */
export function unknownClient(): AppError {
  return oauthFieldError('invalid_client', 'clientId', 'is unknown')
}

function known(app: AppRow | undefined): AppRow {
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
