import { DEFAULT_QUOTAS, quotaReached } from '../../../auth/quotas.ts'
import type { Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { databaseNow, timeOfUpdate } from '../../../db/time.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'
import { IS_PUBLIC } from './client-kind.ts'
import type { PublicClient } from './public-client.ts'

/** Organization of a consent, the person who consents, and the maximum number of its public clients. */
type Into = { organizationId: number; actorId: number; most?: number | undefined }

/**
 * Returns the app that a public client is in an organization. Creates it at the first consent, and then keeps its name
 * and redirect URIs current. Locks it until the transaction ends.
 * @throws AppError with `access_denied` for an app that is suspended or being deleted, and if the organization already
 * has `most` of them, 500 by default
 */
export async function findOrCreateApp(tx: Transaction, client: PublicClient, into: Into): Promise<AppRow> {
  const { organizationId } = into
  const find = () => lockedRow(tx, 'oauth_apps', appsOf(tx, organizationId, client.clientId))
  const found = (await find()) ?? (await create(tx, client, into)) ?? (await find())
  if (!found || found.suspendedAt || found.deletedAt)
    throw oauthError('access_denied', 'This app is suspended in the organization')
  return isCurrent(found, client) ? found : update(tx, found, client)
}

const appsOf = (tx: Transaction, organizationId: number, clientId: string) =>
  tx
    .selectFrom('oauthApps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(IS_PUBLIC)
    .where('clientId', '=', clientId)

/** Returns the new app. Undefined if another transaction has created it. */
async function create(
  tx: Transaction,
  { id: _, ...client }: PublicClient,
  { organizationId, actorId, most = DEFAULT_QUOTAS.installs }: Into,
): Promise<AppRow | undefined> {
  await assertRoom(tx, organizationId, most)
  const times = { createdAt: databaseNow, updatedAt: databaseNow }
  const app = await tx
    .insertInto('oauthApps')
    .values({ ...client, organizationId, createdById: actorId, ...times })
    .onConflict((conflict) => conflict.columns(['organizationId', 'clientId']).where(IS_PUBLIC).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (app)
    await recordAuditEntry(tx, {
      organizationId,
      act: 'app.registered',
      actorId,
      clientId: app.clientId,
      subject: auditSubject('OAuthApp', app.id),
      details: { name: app.name },
    })
  return app
}

async function assertRoom(tx: Transaction, organizationId: number, most: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('oauthApps')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where(IS_PUBLIC)
    .executeTakeFirstOrThrow()
  if (count >= most) throw oauthError('access_denied', quotaReached(most, 'connected agents'))
}

function isCurrent(app: AppRow, client: PublicClient): boolean {
  const stateOf = ({ name, redirectUris, declaredScopes }: AppRow | PublicClient) =>
    JSON.stringify([name, redirectUris, declaredScopes])
  return stateOf(app) === stateOf(client)
}

function update(
  tx: Transaction,
  app: AppRow,
  { name, redirectUris, declaredScopes }: PublicClient,
): Promise<AppRow> {
  return tx
    .updateTable('oauthApps')
    .set({ name, redirectUris, declaredScopes, updatedAt: timeOfUpdate(app) })
    .where('organizationId', '=', app.organizationId)
    .where('id', '=', app.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
