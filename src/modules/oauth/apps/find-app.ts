import type { Db, Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import type { OAuthApp } from '../../../db/rows.ts'
import { notFound } from '../../../lib/errors.ts'

export type AppRow = OAuthApp

/** Key of an app: its database id or its client id. */
export type AppKey = number | { clientId: string }

/** Returns an app that the organization owns. An app of another organization is not found. */
export function findOwnApp(db: Db, organizationId: number, key: AppKey): Promise<AppRow | undefined> {
  return ofOrganization(db, organizationId, key).executeTakeFirst()
}

/**
 * Returns an app that the organization owns and locks it until the transaction ends. Changes of an app are
 * serialized, and none happens while an install of it is created.
 * @throws AppError NOT_FOUND, also for an app of another organization
 */
export async function lockOwnApp(tx: Transaction, organizationId: number, key: AppKey): Promise<AppRow> {
  const app = await lockedRow(tx, 'oauth_apps', ofOrganization(tx, organizationId, key), { mode: 'delete' })
  if (!app) throw notFound('OAuth app')
  return app
}

/**
 * Returns and locks an app that the organization has registered, as `lockOwnApp`. A public client describes itself and
 * has no secret.
 * @throws AppError NOT_FOUND
 */
export async function lockRegisteredOwnApp(
  tx: Transaction,
  organizationId: number,
  key: AppKey,
): Promise<AppRow> {
  const app = await lockOwnApp(tx, organizationId, key)
  if (app.kind !== 'registered') throw notFound('OAuth app')
  return app
}

function ofOrganization(db: Db, organizationId: number, key: AppKey) {
  const apps = db
    .selectFrom('oauthApps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  return typeof key === 'number' ? apps.where('id', '=', key) : apps.where('clientId', '=', key.clientId)
}
