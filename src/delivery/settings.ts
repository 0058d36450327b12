import DataLoader from 'dataloader'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../auth/caller.ts'
import { sealedLocation } from '../auth/sealed-columns.ts'
import type { Db } from '../db/database.ts'
import type { ActorMode, TeamRole } from '../db/generated/tables.ts'
import { decrypt, type Keyring } from '../lib/encryption.ts'
import { asInstall, asOrganization } from '../modules/webhooks/webhook-owner.ts'
import type { WebhookQueue } from './queues.ts'

/** Current settings of a webhook. */
export type WebhookSettings = {
  url: string
  /** Event types to which it subscribes. */
  events: string[]
  /** Null selects the built-in documents. */
  document: string | null
  /** Signing secrets: the current one, and the previous one during a rotation. */
  secrets: string[]
  disabledReason: string | null
  isDisabled: boolean
  failingSince: Date | null
  /** Database time of the read. */
  readAt: Date
  /** Caller as which its document runs. */
  owner: Caller
}

export type SettingsReader = {
  /**
   * Returns the settings, which are at most a quarter of a second old. Null when the webhook has been
   * deleted.
   */
  read(queue: WebhookQueue): Promise<WebhookSettings | null>
  /** Removes the settings from the cache after a change by this process. */
  clear(queue: WebhookQueue): void
}

const CACHE_TTL_MS = 250
const TOGETHER_MS = 2

/**
 * Reads webhooks before each attempt, many in one statement. Deletions, new URLs and suspensions take effect
 * within a second.
 */
export function createSettingsReader(db: Db, encryption: Keyring): SettingsReader {
  const known = new LRUCache<string, Promise<WebhookSettings | null>>({ max: 10_000, ttl: CACHE_TTL_MS })
  const loader = new DataLoader<WebhookQueue, WebhookSettings | null>(
    async (queues) => {
      const rows = new Map((await readRows(db, queues)).map((row) => [queueKey(row), row]))
      return queues.map((queue) => {
        const row = rows.get(queueKey(queue))
        return row ? toSettings(row, encryption) : null
      })
    },
    { cache: false, batchScheduleFn: (load) => setTimeout(load, TOGETHER_MS) },
  )
  return {
    read(queue) {
      const key = queueKey(queue)
      let entry = known.get(key)
      if (!entry) {
        entry = loader.load(queue)
        known.set(key, entry)
        entry.catch(() => known.delete(key))
      }
      return entry
    },
    clear: (queue) => void known.delete(queueKey(queue)),
  }
}

const queueKey = ({ organizationId, webhookId }: WebhookQueue) => `${organizationId}/${webhookId}`

type Row = WebhookQueue & {
  url: string
  events: string[]
  document: string | null
  disabledAt: Date | null
  disabledReason: string | null
  failingSince: Date | null
  createdById: number | null
  secret: Buffer | null
  previousSecret: Buffer | null
  previousUntil: Date | null
  appOrganizationId: number | null
  appId: number | null
  appSecret: Buffer | null
  appPreviousSecret: Buffer | null
  appPreviousUntil: Date | null
  portalUrl: string | null
  installId: number | null
  actor: ActorMode | null
  userId: number | null
  role: TeamRole | null
  blocked: boolean | null
  installScopes: string[] | null
  declaredScopes: string[] | null
  readAt: Date
}

async function readRows(db: Db, queues: readonly WebhookQueue[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.organization_id as "organizationId", w.id as "webhookId", w.url, w.events, w.document, w.disabled_at as "disabledAt",
      w.disabled_reason as "disabledReason", w.failing_since as "failingSince", w.created_by_id as "createdById",
      w.secret_ciphertext as secret, w.previous_secret_ciphertext as "previousSecret", w.previous_secret_until as "previousUntil",
      app.organization_id as "appOrganizationId", app.id as "appId", app.webhook_secret_ciphertext as "appSecret",
      app.previous_webhook_secret_ciphertext as "appPreviousSecret", app.previous_webhook_secret_until as "appPreviousUntil",
      o.portal_url as "portalUrl", w.install_id as "installId", install.actor, install.user_id as "userId",
      u.role, u.blocked, install.scopes as "installScopes", app.declared_scopes as "declaredScopes",
      now() as "readAt"
    from webhooks w
    join organizations o on o.id = w.organization_id
    left join oauth_installs install on install.organization_id = w.organization_id and install.id = w.install_id
    left join oauth_apps app on app.organization_id = install.app_organization_id and app.id = install.app_id
    left join users u on u.organization_id = install.organization_id and u.id = install.user_id
    where (w.organization_id, w.id) in (select * from unnest(
      ${queues.map((queue) => queue.organizationId)}::int[], ${queues.map((queue) => queue.webhookId)}::int[]))
      and install.revoked_at is null and app.suspended_at is null`.execute(db)
  return rows
}

function toSettings(row: Row, encryption: Keyring): WebhookSettings {
  const secrets = secretsOf(row, encryption)
  return {
    url: row.url,
    events: row.events,
    document: row.document,
    secrets: secrets ?? [],
    isDisabled: row.disabledAt !== null || secrets === null,
    disabledReason: row.disabledAt === null && secrets === null ? UNREADABLE : row.disabledReason,
    failingSince: row.failingSince,
    readAt: row.readAt,
    owner: ownerOf(row),
  }
}

const UNREADABLE = "The signing secret cannot be decrypted with the server's keys"

/**
 * Returns the secrets of the webhook or else of its app. Null when one cannot be decrypted, which holds the
 * webhook's deliveries only.
 */
function secretsOf(row: Row, encryption: Keyring): string[] | null {
  const { organizationId, webhookId, appOrganizationId, appId, readAt } = row
  const during = (until: Date | null, box: Buffer | null) => (until !== null && until > readAt ? box : null)
  try {
    if (row.secret !== null || appOrganizationId === null || appId === null) {
      const location = (column: 'secret' | 'previous_secret') =>
        sealedLocation(`webhooks.${column}_ciphertext`, organizationId, webhookId)
      return opened(encryption, [
        [row.secret, location('secret')],
        [during(row.previousUntil, row.previousSecret), location('previous_secret')],
      ])
    }
    const location = (column: 'webhook_secret' | 'previous_webhook_secret') =>
      sealedLocation(`oauth_apps.${column}_ciphertext`, appOrganizationId, appId)
    return opened(encryption, [
      [row.appSecret, location('webhook_secret')],
      [during(row.appPreviousUntil, row.appPreviousSecret), location('previous_webhook_secret')],
    ])
  } catch {
    return null
  }
}

function opened(encryption: Keyring, boxes: [box: Buffer | null, boundTo: string][]): string[] {
  return boxes.flatMap(([box, location]) => (box ? [decrypt(encryption, box, location)] : []))
}

function ownerOf(row: Row): Caller {
  const { organizationId, portalUrl, installId } = row
  if (installId === null) return asOrganization(organizationId, portalUrl, row.createdById)
  return asInstall({
    ...row,
    installId,
    actor: row.actor ?? 'app',
    blocked: row.blocked ?? false,
    installScopes: row.installScopes ?? [],
    declaredScopes: row.declaredScopes ?? [],
  })
}
