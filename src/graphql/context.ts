import type { AccessTokens } from '../auth/access-token.ts'
import type { ApiKeys } from '../auth/api-key.ts'
import type { Caller } from '../auth/caller.ts'
import type { ClientThrottle } from '../auth/client-throttle.ts'
import type { Keys } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import type { SignInThrottle } from '../auth/sign-in-throttle.ts'
import type { Db } from '../db/database.ts'
import type { Lineage } from '../db/lineage.ts'
import type { Notifications } from '../db/notifications.ts'
import type { Feed } from '../events/feed.ts'
import type { PrismaClient } from '../db/generated/client/client.ts'
import type { FairGate } from '../lib/fair-gate.ts'
import type { Quotas } from '../modules/organizations/quotas.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import { createLongTexts, type LongTexts } from './long-texts.ts'
import { createBudget, type OperationBudget } from './execution/operation-budget.ts'

/** How a process learns what others have written. */
export type Live = { signals: Notifications; feed: Feed }

/** What the whole process shares. */
export type Services = Live & {
  db: Db
  prisma: PrismaClient
  /** Reports when what this process remembers may be of data that the database has lost. */
  lineage: Pick<Lineage, 'onChange'>
  keys: Keys
  apiKeys: ApiKeys
  accessTokens: AccessTokens
  /** Where this server is reached; known once it listens. */
  site: Site
  /** Slows down guessing at sign-in. */
  signInThrottle: SignInThrottle
  /** Slows down guessing client secrets. */
  clientThrottle: ClientThrottle
  /** Seconds in which a refresh token that was just used gives the same new pair again; 0 for never. */
  oauthRefreshWindow: number
  /** Hosts, in lower case and with or without a port, that webhooks may lead to although they are not public. */
  webhookAllowedHosts: ReadonlySet<string>
  /** Most that one organization may have. */
  quotas: Quotas
  /** Lets few long pieces of work run at a time, the organizations taking turns. */
  bulk: FairGate
  /** Most database connections of this process. */
  connections: number
}

/** What one operation runs with. */
export type Context = Services & {
  caller: Caller
  /** The organization of the caller; a root field that needs one has been refused without it. */
  organizationId: number
  /** Base of the links in answers, without a trailing slash. */
  portalUrl: string
  /** The address the request came from, for throttles only. */
  address: string
  requestId: string
  load: Loaders
  budget: OperationBudget
  texts: LongTexts
}

/** The context of one operation for one caller. Loaded rows are remembered for that operation only. */
export function createContext(
  services: Services,
  caller: Caller,
  { maxCharacters, ...request }: { requestId: string; address: string; maxCharacters?: number },
): Context {
  const organizationId = caller.organizationId ?? 0
  const portalUrl = caller.portalUrl ?? services.site.publicUrl
  const budget = createBudget(maxCharacters)
  return {
    ...services,
    caller,
    organizationId,
    portalUrl,
    load: createLoaders(services, organizationId, caller.actorId),
    budget,
    texts: createLongTexts({ db: services.db, budget }, organizationId),
    ...request,
  }
}
