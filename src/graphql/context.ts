import type { GraphQLSchema } from 'graphql'
import type { AccessTokens } from '../auth/access-token.ts'
import type { ApiKeys } from '../auth/api-key.ts'
import type { Caller } from '../auth/caller.ts'
import type { ClientDocuments } from '../auth/client-documents.ts'
import type { ClientThrottle } from '../auth/client-throttle.ts'
import type { Keys } from '../auth/keys.ts'
import { portalBase } from '../auth/portal-base.ts'
import type { Quotas } from '../auth/quotas.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Site } from '../auth/session-token.ts'
import type { SignInThrottle } from '../auth/sign-in-throttle.ts'
import type { ProvisionUser } from '../auth/user-record.ts'
import type { VisitorThrottle } from '../auth/visitor-throttle.ts'
import type { Db } from '../db/database.ts'
import type { MailKind, NotificationKind } from '../db/generated/tables.ts'
import type { Lineage } from '../db/history/lineage.ts'
import type { Notifications } from '../db/history/notifications.ts'
import type { EventType } from '../events/catalogue.ts'
import type { Feed } from '../events/feed.ts'
import type { Sequencer } from '../events/sequencer.ts'
import type { FairQueue } from '../lib/concurrency/fair-queue.ts'
import type { OpenId, OwnProvider } from '../auth/openid/openid.ts'
import type { LoaderContext } from './loaders.ts'
import type { Metrics } from './metrics.ts'
import { LongTexts } from './context/long-texts.ts'
import { OperationBudget } from './context/operation-budget.ts'

/** Notification of a process about the writes of others. */
export type Realtime = { notifications: Notifications; sequencer: Sequencer; feed: Feed }

/** Built-in bodies of webhooks (contract 6). */
export type WebhookBodies = {
  /** Returns the subscription that a webhook without its own document receives. */
  documentOf: (type: EventType) => string
  /** Converts the value of the subscription's root field to the body. */
  present(event: object): object
}

/** Mail of which a preview is made, for a member of the team. */
export type MailPreviewInput = {
  organizationId: number
  actorId: number
  kind: MailKind
  /** Reason of a notification. */
  notification: NotificationKind
  /** Post or entry of the changelog that a notification is about. Null for the newest one. */
  subjectId: number | null
  locale: string
}

export type MailPreview = { subject: string; text: string; html: string }

/** Services that the whole process shares. */
export type Services = Realtime & {
  db: Db
  /** Reports when cached data may be of a history that the database has lost. */
  lineage: Pick<Lineage, 'onChange'>
  keys: Keys
  apiKeys: ApiKeys
  accessTokens: AccessTokens
  sessions: Sessions
  provisionUser: ProvisionUser
  /** Address of this server. Available once it listens. */
  site: Site
  /** Limits guessing of passwords at sign-in. */
  signInThrottle: SignInThrottle
  /** Limits guessing of client secrets. */
  clientThrottle: ClientThrottle
  /** Limits votes and posts of visitors without a session. */
  visitorThrottle: VisitorThrottle
  /** Seconds in which a refresh token that was just used returns the same new pair again. 0 disables this. */
  oauthRefreshWindow: number
  /** Metadata documents of public OAuth clients. */
  clientDocuments: ClientDocuments
  /** Whether public OAuth clients may register themselves (RFC 7591). */
  dynamicRegistration: boolean
  /** Non-public hosts that webhooks and OpenID providers may have, in lower case, with or without a port. */
  webhookAllowedHosts: ReadonlySet<string>
  /** Sign-in with OpenID providers. */
  openId: OpenId
  /** OpenID provider of the installation, with which accounts sign in. Null without one. */
  ownProvider: OwnProvider | null
  webhookBodies: WebhookBodies
  metrics: Metrics
  mail: {
    /** Sender of mails. Null if no mail is sent, because no SMTP server is set. */
    from: { name: string; address: string } | null
    /** Domains that organizations may use in the address of their sender. */
    senderDomains: readonly string[]
    /** Whether others than the operator reach this server. Stored messages with a code or a link are then closed. */
    isPublic: () => boolean
    /** Returns a mail as it would be sent now. Null if the organization has nothing of its kind. */
    preview: (
      schema: GraphQLSchema,
      services: Services,
      input: MailPreviewInput,
    ) => Promise<MailPreview | null>
  }
  /** Maximum number of objects of one organization. */
  quotas: Quotas
  /** Limits the concurrency of long work. Organizations take turns. */
  bulk: Pick<FairQueue, 'run'>
  /** Maximum number of database connections of this process. */
  connections: number
}

/** Context of one operation. */
export type Context = Services & {
  caller: Caller
  /** Organization of the caller. Root fields that need one reject callers without it. */
  organizationId: number
  /** Base URL of links in results, without a trailing slash. */
  portalUrl: string
  /** Address of the request's client, for throttles and for the list of sessions. */
  address: string
  /** User-Agent of the request's client. Empty if unknown. */
  userAgent: string
  requestId: string
  /** Whether an update may contain no field, and null for a field that cannot be empty, as REST permits. */
  acceptsEmptyUpdates: boolean
  /** Loaders of this operation by their definition, for `defineLoaders` only. */
  loaders: LoaderContext['loaders']
  /** Discards the rows that loaders have read, because they may be stale. */
  refreshLoaders: () => void
  budget: OperationBudget
  texts: LongTexts
  outcomes: Outcomes
}

/** Numbers of payloads of an operation: those without errors, and those of an exceeded limit. */
type Outcomes = { succeeded: number; exceeded: number }

/** Properties of the request that an operation came with. */
type RequestOptions = {
  requestId: string
  address: string
  userAgent?: string
  maxCharacters?: number
  acceptsEmptyUpdates?: boolean
}

/** Returns the context of the same operation with the services of a transaction. Nothing is loaded yet. */
export function withServices(context: Context, own: Services): Context {
  const { budget, organizationId } = context
  const loaders: Context['loaders'] = new Map()
  return {
    ...context,
    ...own,
    loaders,
    refreshLoaders: () => loaders.clear(),
    texts: new LongTexts({ db: own.db, budget, site: own.site }, organizationId),
    outcomes: { succeeded: 0, exceeded: 0 },
  }
}

/** Creates the context of one operation of one caller. Loaded rows are cached for that operation only. */
export function createContext(
  services: Services,
  caller: Caller,
  { maxCharacters, acceptsEmptyUpdates = false, userAgent = '', ...request }: RequestOptions,
): Context {
  const organizationId = caller.organizationId ?? 0
  const portalUrl = caller.portal ? portalBase(caller.portal, services.site) : services.site.publicUrl
  const budget = new OperationBudget(maxCharacters)
  const loaders: Context['loaders'] = new Map()
  return {
    ...services,
    caller,
    organizationId,
    portalUrl,
    loaders,
    refreshLoaders: () => loaders.clear(),
    budget,
    acceptsEmptyUpdates,
    userAgent,
    texts: new LongTexts({ db: services.db, budget, site: services.site }, organizationId),
    outcomes: { succeeded: 0, exceeded: 0 },
    ...request,
  }
}
