import type { Scope } from '../../../auth/scopes.ts'
import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import type { Transaction } from '../../../db/database.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import { reserveId } from '../../../db/writes/reserve-ids.ts'
import { databaseNow } from '../../../db/time.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { DEFAULT_QUOTAS, quotaReached } from '../../../auth/quotas.ts'
import { newSecret, sha256 } from '../../../lib/crypto/secret.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { newWebhookSecret } from '../../webhooks/new-webhook-secret.ts'
import {
  assertMayHaveWebhook,
  checkAppMetadata,
  type AllowedHosts,
  type AppMetadata,
  type GivenMetadata,
} from './check-app-metadata.ts'
import { oauthError } from '../errors.ts'
import { IS_REGISTERED } from '../public-clients/client-kind.ts'
import type { AppRow } from './find-app.ts'
import { sealWebhookSecret } from './seal-webhook-secret.ts'

export const CLIENT_SECRET_PREFIX = 'fosec_'

type NewApp = GivenMetadata & {
  name: string
  redirectUris: readonly string[]
  allowedActorModes: readonly ActorMode[]
  declaredScopes: readonly Scope[]
}

/** A registered app with its secrets, which are returned only here. */
type RegisteredApp = { app: AppRow; clientSecret: string; webhookSecret: string | null }

/**
 * Registers an app of an organization (operation `registerApp`). Stores a hash of the client secret. With a
 * webhook URL, it also creates a webhook secret and stores it encrypted. Records an audit entry.
 * @throws AppError with `invalid_client_metadata`, also if the organization already has `most` apps (100 by
 * default), or `invalid_redirect_uri`
 */
export async function registerApp(
  tx: Transaction,
  organizationId: number,
  by: { actorId: number; encryptionKey: Keyring; allowedHosts: AllowedHosts; most?: number },
  input: NewApp,
): Promise<RegisteredApp> {
  const metadata = checkNewApp(input, by.allowedHosts)
  const keyring = await lockEncryptionKeys(tx, by.encryptionKey)
  await assertRoom(tx, organizationId, by.most ?? DEFAULT_QUOTAS.apps)
  const clientSecret = newSecret(CLIENT_SECRET_PREFIX)
  const webhookSecret = metadata.webhookUrl === null ? null : newWebhookSecret()
  const id = await reserveId(tx, 'oauth_apps')
  const app = await tx
    .insertInto('oauthApps')
    .values({
      ...metadata,
      organizationId,
      id,
      clientId: newSecret('foapp_', 128),
      secretHash: sha256(clientSecret),
      webhookSecretCiphertext:
        webhookSecret === null ? null : sealWebhookSecret(keyring, { organizationId, id }, webhookSecret),
      createdById: by.actorId,
      createdAt: databaseNow,
      updatedAt: databaseNow,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { clientId, name } = app
  await recordAuditEntry(tx, {
    organizationId,
    act: 'app.registered',
    actorId: by.actorId,
    clientId,
    subject: auditSubject('OAuthApp', id),
    details: { name },
  })
  return { app, clientSecret, webhookSecret }
}

/** Validates the metadata of a new app. By default it has no webhook. */
function checkNewApp(input: NewApp, allowedHosts: AllowedHosts): AppMetadata {
  const given = { webhookUrl: null, subscribedWebhookEvents: [], ...checkAppMetadata(input, allowedHosts) }
  // The input type requires the other fields.
  const metadata = given as AppMetadata
  assertMayHaveWebhook(metadata, metadata.declaredScopes)
  return metadata
}

async function assertRoom(tx: Transaction, organizationId: number, most: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('oauthApps')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(IS_REGISTERED)
    .executeTakeFirstOrThrow()
  if (count >= most) throw oauthError('invalid_client_metadata', quotaReached(most, 'apps'))
}
