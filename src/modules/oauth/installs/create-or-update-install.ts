import { sql } from 'kysely'
import { SCOPES, type Scope } from '../../../auth/scopes.ts'
import type { Transaction } from '../../../db/database.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import { APP_EVENT_NAMES, type AppEventName } from '../../../events/catalogue.ts'
import { databaseNow, nextUpdatedAt } from '../../../db/time.ts'
import { syncInstallWebhook } from '../../webhooks/of-installs/sync-install-webhook.ts'
import { oauthError } from '../errors.ts'
import { lockAppById } from '../lock-app-for-share.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { findOrCreateBot } from './find-or-create-bot.ts'
import { assertRoomForInstall } from './assert-room-for-install.ts'
import type { InstallRow } from './install-row.ts'

/** Fields of an app that its installs need. */
export type InstallableApp = { organizationId: number; id: number; clientId: string; name: string }

/** A consent to an app. */
export type InstallGrant = {
  /** The target organization. */
  organizationId: number
  app: InstallableApp
  actor: ActorMode
  /** Person who consented. */
  userId: number
  scopes: readonly string[]
  webhookEvents: readonly string[]
  /** Maximum number of installs of the organization, 500 by default. */
  most?: number | undefined
}

/**
 * Creates the install of an app after a consent, or updates it to what is granted now. There is one per app,
 * organization, actor and, for `self`, person (contract 5). Its webhook is synchronized: one that a token
 * deleted is created again, one that a token created keeps its URL. The install of a public client also keeps the
 * scopes that other tokens of it have. Concurrent calls yield one install. Neither it nor the app is revoked,
 * suspended or changed before the transaction ends.
 * @throws AppError with `invalid_grant` if the app is suspended or deleted, or if the quota of installs is
 * exhausted
 */
export async function createOrUpdateInstall(tx: Transaction, grant: InstallGrant): Promise<InstallRow> {
  const webhookEvents: AppEventName[] = APP_EVENT_NAMES.filter((event) => grant.webhookEvents.includes(event))
  // Suspension, deletion and a change of the webhook URL wait for this transaction, or this one for them.
  const app = await lockAppById(tx, grant.app)
  if (!app || app.suspendedAt) throw oauthError('invalid_grant', 'The app has been suspended')
  const held = app.kind === 'registered' ? undefined : await lockInstallKey(tx, grant)
  const scopes = inOrder([...grant.scopes, ...(held?.scopes ?? [])])
  const same = await findUnchanged(tx, grant, scopes, webhookEvents)
  if (same) return same
  const before = held ?? (await lockInstallKey(tx, grant))
  if (!before) await assertRoomForInstall(tx, grant.organizationId, 'invalid_grant', grant.most)
  const keepsWebhook = before?.ownWebhook === true && (await hasWebhook(tx, before))
  const userId = grant.actor === 'self' ? grant.userId : await findOrCreateBot(tx, grant)
  const granted = { scopes, webhookEvents, installedById: grant.userId }
  const times = { createdAt: databaseNow, updatedAt: databaseNow }
  const install = await tx
    .insertInto('oauthInstalls')
    .values({ ...installKey(grant), ...granted, ...times, userId })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'appOrganizationId', 'appId', 'actor', 'userId'])
        .where('revokedAt', 'is', null)
        .doUpdateSet({
          ...granted,
          ownWebhook: keepsWebhook,
          updatedAt: nextUpdatedAt(sql`excluded.updated_at`, 'oauth_installs.updated_at'),
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await syncInstallWebhook(tx, { organizationId: install.organizationId, installId: install.id })
  await recordAppAuditEntry(tx, grant.app, {
    organizationId: install.organizationId,
    act: before ? 'install.updated' : 'install.created',
    actorId: grant.userId,
    subject: auditSubject('Install', install.id),
    details: { actor: install.actor, scopes, webhookEvents },
  })
  return install
}

/** Returns the scopes, each once, in the order of the list of all. */
const inOrder = (scopes: readonly string[]): Scope[] =>
  (Object.keys(SCOPES) as Scope[]).filter((scope) => scopes.includes(scope))

/** Whether an install has a webhook. It keeps one that a token created while that one exists. */
async function hasWebhook(tx: Transaction, { organizationId, id }: InstallRow): Promise<boolean> {
  const webhook = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('installId', '=', id)
    .executeTakeFirst()
  return webhook !== undefined
}

const installKey = ({ organizationId, app, actor }: InstallGrant) => ({
  organizationId,
  appOrganizationId: app.organizationId,
  appId: app.id,
  actor,
})

type InstallKey = Pick<InstallGrant, 'organizationId' | 'actor' | 'userId'> & {
  app: Pick<InstallableApp, 'organizationId' | 'id'>
}

/** Returns the install that a consent would update, or undefined if it would create one. */
export const findActiveInstall = (tx: Transaction, key: InstallKey): Promise<InstallRow | undefined> =>
  active(tx, key).executeTakeFirst()

function active(tx: Transaction, grant: InstallKey) {
  const query = tx
    .selectFrom('oauthInstalls')
    .selectAll()
    .where('organizationId', '=', grant.organizationId)
    .where('appOrganizationId', '=', grant.app.organizationId)
    .where('appId', '=', grant.app.id)
    .where('actor', '=', grant.actor)
    .where('revokedAt', 'is', null)
  return grant.actor === 'self' ? query.where('userId', '=', grant.userId) : query
}

/**
 * Returns the install if it already equals the grant. Takes a shared lock only, so that exchanges of one
 * install run concurrently.
 */
function findUnchanged(tx: Transaction, grant: InstallGrant, scopes: string[], webhookEvents: string[]) {
  return active(tx, grant)
    .where('installedById', '=', grant.userId)
    .where(sql<boolean>`scopes = ${scopes}::text[] and webhook_events = ${webhookEvents}::text[]`)
    .where(
      sql<boolean>`(not own_webhook or exists (select 1 from webhooks
      where webhooks.organization_id = ${grant.organizationId} and webhooks.install_id = oauth_installs.id))`,
    )
    .forShare()
    .executeTakeFirst()
}

/**
 * Waits for other transactions that create or change installs of the app in the organization. Returns and
 * locks the existing install.
 */
async function lockInstallKey(tx: Transaction, grant: InstallGrant): Promise<InstallRow | undefined> {
  const turn = `installs/${grant.organizationId}/${grant.app.organizationId}/${grant.app.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)
  return active(tx, grant).forNoKeyUpdate().executeTakeFirst()
}
