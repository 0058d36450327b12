import type { Logger } from 'pino'
import { eventDocument } from '../../../rest-compat/webhook-bodies/documents.ts'
import { presentEvent } from '../../../rest-compat/webhook-bodies/envelope.ts'
import { createAccessTokens } from '../../auth/access-token.ts'
import { createApiKeys } from '../../auth/api-key.ts'
import { createClientDocuments } from '../../auth/client-documents.ts'
import { createClientThrottle } from '../../auth/client-throttle.ts'
import { createFailedAttempts } from '../../auth/failed-attempts.ts'
import { deriveKeys, type SecretKeySource } from '../../auth/keys.ts'
import type { Site } from '../../auth/session-token.ts'
import { createSessions } from '../../auth/sessions.ts'
import { createSignInThrottle } from '../../auth/sign-in-throttle.ts'
import { createVisitorThrottle } from '../../auth/visitor-throttle.ts'
import type { Database } from '../../db/database.ts'
import { Notifications } from '../../db/history/notifications.ts'
import { EVENT_TYPES, subjectOf, type EventType } from '../../events/catalogue.ts'
import { createFeed } from '../../events/feed.ts'
import { Sequencer } from '../../events/sequencer.ts'
import type { Realtime, Services, WebhookBodies } from '../../graphql/context.ts'
import type { Metrics } from '../../graphql/metrics.ts'
import { hasProxies, isPublicServer } from '../../lib/http/is-public-server.ts'
import { createOpenId, type OwnProvider } from '../../auth/openid/openid.ts'
import { previewMail } from '../../mail/preview.ts'
import type { SendingSettings } from '../../mail/settings.ts'
import { numberEvents } from '../../modules/events/number-events.ts'
import { provisionUser } from '../../modules/users/provision-user.ts'
import { DEFAULT_QUOTAS, type Quotas } from '../../auth/quotas.ts'
import { createBulkGate } from './bulk-gate.ts'

const documents = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, eventDocument(type, subjectOf(type))]),
) as Record<EventType, string>

/** Built-in documents and bodies of webhooks. */
export const webhookBodies: WebhookBodies = {
  documentOf: (type) => documents[type],
  present: presentEvent,
}

/** Settings of the operator for the shared services. */
export type SharedSettings = {
  /** Non-public hosts that webhooks and OpenID providers may have. */
  webhookAllowedHosts?: string[]
  /**
   * Seconds in which a refresh token that was just used returns the same new pair again. Default 60. 0
   * disables this.
   */
  oauthRefreshWindow?: number
  /** Whether public OAuth clients may register themselves. Default true. */
  dynamicRegistration?: boolean
  /** Fetches metadata documents of OAuth clients. Default from public addresses only. */
  fetchClientDocument?: Parameters<typeof createClientDocuments>[1]
  /** Addresses and networks of trusted proxies, or their number. Default none. */
  trustedProxies?: string[] | number
  /** Settings of mail. Null if no SMTP server is set. */
  mail?: SendingSettings | null
  /** OpenID provider of the installation. Default none. */
  ownProvider?: OwnProvider | null
  /** Maximum number of objects per organization. Missing ones have their default. */
  quotas?: Partial<Quotas>
}

/** Parts of which the services of a process are made. */
type ServiceParts = {
  database: Database
  secretKey: Buffer | SecretKeySource
  site: Site
  live: Realtime
  metrics: Metrics
}

/** Creates the services that the whole process shares. */
export function createServices(
  { database, secretKey, site, live, metrics }: ServiceParts,
  { webhookAllowedHosts = [], oauthRefreshWindow = 60, quotas, ...shared }: SharedSettings = {},
): Services {
  const keys = deriveKeys(secretKey)
  const allowedHosts = new Set(webhookAllowedHosts.map((host) => host.toLowerCase()))
  const connections = database.pool.options.max
  const attempts = createFailedAttempts(database.kysely, keys.throttle)
  const visitorThrottle = createVisitorThrottle(attempts)
  return {
    db: database.kysely,
    lineage: database.lineage,
    ...live,
    keys,
    ...createCredentialCaches(database),
    provisionUser,
    site,
    signInThrottle: createSignInThrottle(attempts),
    clientThrottle: createClientThrottle(attempts),
    visitorThrottle,
    oauthRefreshWindow,
    clientDocuments: createClientDocuments(visitorThrottle, shared.fetchClientDocument),
    dynamicRegistration: shared.dynamicRegistration ?? true,
    webhookAllowedHosts: allowedHosts,
    openId: createOpenId(allowedHosts),
    ownProvider: shared.ownProvider ?? null,
    webhookBodies,
    metrics,
    mail: mailContext(shared, site),
    quotas: { ...DEFAULT_QUOTAS, ...quotas },
    bulk: createBulkGate(connections),
    connections,
  }
}

/** Creates the caches of credentials, which are cleared when the database has lost a part of its history. */
function createCredentialCaches({ kysely, lineage }: Database) {
  const apiKeys = createApiKeys(kysely)
  const accessTokens = createAccessTokens(kysely)
  const sessions = createSessions(kysely)
  lineage.onChange(() => {
    apiKeys.clear()
    accessTokens.clear()
    sessions.clear()
  })
  return { apiKeys, accessTokens, sessions }
}

function mailContext(
  { mail = null, trustedProxies = [] }: Pick<SharedSettings, 'mail' | 'trustedProxies'>,
  site: Site,
): Services['mail'] {
  return {
    from: mail?.from ?? null,
    senderDomains: mail?.senderDomains ?? [],
    isPublic: () => isPublicServer(site.publicUrl, hasProxies(trustedProxies)),
    preview: previewMail,
  }
}

/** Opens the notifications between processes and the feed of the event log, and starts numbering events. */
export function openRealtime(
  { pool, directUrl, kysely: db }: Database,
  log: Logger,
  metrics: Pick<Metrics, 'countQueued'>,
): Realtime {
  const notifications = new Notifications(pool, { log, directUrl })
  const sequencer = new Sequencer({
    db,
    notifications,
    log,
    number: (organizationId, step) => numberEvents(db, organizationId, step),
    onQueued: (count) => metrics.countQueued(count),
  })
  return { notifications, sequencer, feed: createFeed({ db, notifications, log }) }
}

/** Closes the services of `openRealtime`. */
export async function closeRealtime({ notifications, sequencer, feed }: Realtime): Promise<void> {
  await sequencer.close()
  await feed.close()
  await notifications.close()
}
