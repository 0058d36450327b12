import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import {
  callerOfInstall,
  effectiveScopes,
  installJoins,
  IS_INSTALL_VALID,
  SELECTED_INSTALL_COLUMNS,
  type InstallColumns,
} from '../auth/install-authority.ts'
import { portalOf, type PortalAddress } from '../auth/portal-base.ts'
import { sealedLocation } from '../auth/sealed-columns.ts'
import type { Db } from '../db/database.ts'
import { DatabaseClock } from '../db/time.ts'
import type { Keyring } from '../lib/crypto/encryption.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { asOrganization } from '../modules/webhooks/webhook-owner.ts'
import { createSecretOpener, type OpenSecret } from './open-secrets.ts'
import { queueKey, type WebhookQueue } from './queues.ts'

/** Current settings of a webhook. */
export type WebhookSettings = {
  url: string
  /** Event types to which it subscribes. */
  events: string[]
  /** Null selects the built-in documents. */
  document: string | null
  /** Signing secrets: the current one, and the previous one during a rotation. */
  secrets: string[]
  /** Own headers of the webhook by their names. */
  headers: Record<string, string>
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
   * Returns the settings, which are at most half a second old. Null when the webhook has been deleted.
   */
  read(queue: WebhookQueue): Promise<WebhookSettings | null>
  /** Removes the settings from the cache after a change by this process. */
  clear(queue: WebhookQueue): void
  /** Returns the database's time, as of the last read. The clocks of workers may differ. */
  now: () => Date
}

const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
const TOGETHER_MS = 2

/**
 * Reads webhooks before each attempt, many in one statement. Deletions, new URLs and suspensions take effect
 * within a second.
 */
export function createSettingsReader(db: Db, encryption: Keyring): SettingsReader {
  const cache = promiseCache<WebhookSettings | null>({ max: MAX_CACHED, ttlMs: CACHE_TTL_MS })
  const open = createSecretOpener(encryption)
  const clock = new DatabaseClock()
  const loader = new DataLoader<WebhookQueue, WebhookSettings | null>(
    async (queues) => {
      const found = await readRows(db, queues)
      if (found[0]) clock.set(found[0].readAt)
      const rows = new Map(found.map((row) => [queueKey(row), row]))
      return queues.map((queue) => {
        const row = rows.get(queueKey(queue))
        return row ? toSettings(row, open) : null
      })
    },
    { cache: false, batchScheduleFn: (load) => setTimeout(load, TOGETHER_MS) },
  )
  return {
    read: (queue) => cache.fetch(queueKey(queue), () => loader.load(queue)),
    clear: (queue) => cache.delete(queueKey(queue)),
    now: () => clock.now(),
  }
}

/** The columns of an install are null for a webhook of the organization. */
type Row = WebhookQueue &
  (InstallColumns | ({ installId: null } & PortalAddress)) & {
    url: string
    events: string[]
    document: string | null
    disabledAt: Date | null
    disabledReason: string | null
    failingSince: Date | null
    createdById: number | null
    secret: Buffer | null
    headers: Buffer | null
    previousSecret: Buffer | null
    previousUntil: Date | null
    appOrganizationId: number | null
    appId: number | null
    appSecret: Buffer | null
    appPreviousSecret: Buffer | null
    appPreviousUntil: Date | null
    readAt: Date
  }

/** Reads the rows. The arrays are queries, so that PostgreSQL uses one plan for any number of them. */
async function readRows(db: Db, queues: readonly WebhookQueue[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.organization_id as "organizationId", w.id as "webhookId", w.url, w.events, w.document, w.disabled_at as "disabledAt",
      w.disabled_reason as "disabledReason", w.failing_since as "failingSince", w.created_by_id as "createdById",
      w.secret_ciphertext as secret, w.headers_ciphertext as headers,
      w.previous_secret_ciphertext as "previousSecret", w.previous_secret_until as "previousUntil",
      app.organization_id as "appOrganizationId", app.id as "appId", app.webhook_secret_ciphertext as "appSecret",
      app.previous_webhook_secret_ciphertext as "appPreviousSecret", app.previous_webhook_secret_until as "appPreviousUntil",
      ${SELECTED_INSTALL_COLUMNS}, now() as "readAt"
    from webhooks w ${installJoins('w', 'left join')}
    where (w.organization_id, w.id) in (select * from unnest((select ${queues.map((queue) => queue.organizationId)}::int[]),
      (select ${queues.map((queue) => queue.webhookId)}::int[])))
      and (w.install_id is null or ${IS_INSTALL_VALID})`.execute(db.withoutPlugins())
  return rows
}

function toSettings(row: Row, open: OpenSecret): WebhookSettings {
  const secrets = secretsOf(row, open)
  const headers = headersOf(row, open)
  const unreadable = secrets === null ? UNREADABLE.secrets : headers === null ? UNREADABLE.headers : null
  return {
    url: row.url,
    events: row.events,
    document: row.document,
    secrets: secrets ?? [],
    headers: headers ?? {},
    isDisabled: row.disabledAt !== null || unreadable !== null,
    disabledReason: row.disabledAt === null ? unreadable : row.disabledReason,
    failingSince: row.failingSince,
    readAt: row.readAt,
    owner: ownerOf(row),
  }
}

const UNREADABLE = {
  secrets: "The signing secret cannot be decrypted with the server's keys",
  headers: "The headers cannot be decrypted with the server's keys",
}

/**
 * Returns the secrets of the webhook or else of its app. Null when one cannot be decrypted, which holds the
 * webhook's deliveries only.
 */
function secretsOf(row: Row, open: OpenSecret): string[] | null {
  const { organizationId, webhookId, appOrganizationId, appId, readAt } = row
  const during = (until: Date | null, box: Buffer | null) => (until !== null && until > readAt ? box : null)
  try {
    if (row.secret !== null || appOrganizationId === null || appId === null) {
      const location = (column: 'secret' | 'previous_secret') =>
        sealedLocation(`webhooks.${column}_ciphertext`, organizationId, webhookId)
      return opened(open, [
        [row.secret, location('secret')],
        [during(row.previousUntil, row.previousSecret), location('previous_secret')],
      ])
    }
    const location = (column: 'webhook_secret' | 'previous_webhook_secret') =>
      sealedLocation(`oauth_apps.${column}_ciphertext`, appOrganizationId, appId)
    return opened(open, [
      [row.appSecret, location('webhook_secret')],
      [during(row.appPreviousUntil, row.appPreviousSecret), location('previous_webhook_secret')],
    ])
  } catch {
    return null
  }
}

/** Returns the webhook's own headers. Null when they cannot be decrypted, which holds its deliveries. */
function headersOf(
  { headers, organizationId, webhookId }: Row,
  open: OpenSecret,
): Record<string, string> | null {
  if (headers === null) return {}
  try {
    const text = open(headers, sealedLocation('webhooks.headers_ciphertext', organizationId, webhookId))
    return JSON.parse(text) as Record<string, string>
  } catch {
    return null
  }
}

function opened(open: OpenSecret, boxes: [box: Buffer | null, boundTo: string][]): string[] {
  return boxes.flatMap(([box, location]) => (box ? [open(box, location)] : []))
}

function ownerOf(row: Row): Caller {
  if (row.installId === null) return asOrganization(row.organizationId, portalOf(row), row.createdById)
  return callerOfInstall({ ...row, scopes: effectiveScopes([row.installScopes, row.declaredScopes], row) })
}
