import type { ActorMode } from '../../src/db/generated/tables.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { EVENT_NAMES, type EventName } from '../../src/events/catalogue.ts'
import { SCOPES, type Scope } from '../../src/auth/scopes.ts'
import { newSecret, sha256 } from '../../src/lib/secret.ts'
import type { AppRow } from '../../src/modules/oauth/apps/find-app.ts'
import { createOrUpdateInstall } from '../../src/modules/oauth/installs/create-or-update-install.ts'
import { issueTokens } from '../../src/modules/oauth/tokens/issue-tokens.ts'
import type { TestApp } from './app.ts'
import type { Headers, Tenant } from './scenario.ts'

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]

type Doors = Pick<TestApp, 'services'>

/** An OAuth app of a tenant, straight in the database: every scope declared, both actors, a webhook for every event. */
export async function putApp(
  { services }: Doors,
  owner: Tenant,
  changes: {
    declaredScopes?: Scope[]
    webhookUrl?: string | null
    subscribedWebhookEvents?: EventName[]
  } = {},
): Promise<AppRow> {
  return services.db
    .insertInto('oauthApps')
    .values({
      organizationId: owner.organization.id,
      clientId: newSecret('foapp_'),
      name: 'Roadmap Sync',
      redirectUris: ['https://sync.example.com/callback'],
      allowedActorModes: ['app', 'self'] as never,
      declaredScopes: ALL_SCOPES,
      webhookUrl: 'https://sync.example.com/hooks',
      subscribedWebhookEvents: EVENT_NAMES,
      secretHash: sha256(newSecret('fosec_')),
      createdById: owner.admin.id,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type Grant = {
  actor?: ActorMode
  /** Who consents; by default the tenant's admin. */
  userId?: number
  scopes?: readonly Scope[]
  webhookEvents?: readonly EventName[]
}

/** What an exchange makes of a consent: the install. */
export function putInstall({ services }: Doors, app: AppRow, target: Tenant, grant: Grant = {}) {
  const { actor = 'app', userId = target.admin.id, scopes = ALL_SCOPES, webhookEvents = EVENT_NAMES } = grant
  const organizationId = target.organization.id
  return inTransaction(services.db, (tx) =>
    createOrUpdateInstall(tx, { organizationId, app, actor, userId, scopes, webhookEvents }),
  )
}

let codeId = 0

/** An access token of an install, as the header that carries it. */
export async function putToken(
  { services }: Doors,
  install: { organizationId: number; id: number },
  scopes: readonly Scope[] = ALL_SCOPES,
): Promise<Headers> {
  const { organizationId, id: installId } = install
  const grant = { organizationId, installId, codeId: ++codeId, scopes: [...scopes], grantScopes: [...scopes] }
  const { accessToken } = await inTransaction(services.db, (tx) => issueTokens(tx, grant))
  return { Authorization: `Bearer ${accessToken}` }
}

/** App, install and token in one go. */
export async function putGrant(doors: Doors, owner: Tenant, target: Tenant, grant: Grant = {}) {
  const app = await putApp(doors, owner)
  const install = await putInstall(doors, app, target, grant)
  return { app, install, token: await putToken(doors, install, grant.scopes) }
}
