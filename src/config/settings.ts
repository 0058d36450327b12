import * as v from 'valibot'
import { DEFAULT_QUOTAS } from '../auth/quotas.ts'
import { DEFAULT_LIMITS } from '../lib/http/server-limits.ts'
import type { MailSettings } from '../mail/settings.ts'
import { taggable } from './mail-values.ts'
import { retention } from './retention.ts'
import * as is from './values.ts'

const POSTGRES = ['postgres:', 'postgresql:']
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const TLS: MailSettings['tls'][] = ['required', 'opportunistic', 'off']
const RETRY_SCHEDULE = '5s,5m,30m,2h,5h,10h,14h,20h,24h'
const MAIL_RETRY_SCHEDULE = '1m,5m,30m,2h,6h,12h'
const MILLION = 1_000_000

const integer = (fallback: number, min: number, max: number) =>
  v.optional(is.integer(min, max), String(fallback))
const duration = (fallback: number, min?: string, max?: string) =>
  v.optional(is.duration(min, max), `${fallback}ms`)
const text = (fallback: string) => v.optional(v.string(), fallback)
/** A setting that is null by default. */
const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)

/** Settings by their name in the environment, each with its default (contract 8). */
export const SETTINGS = v.object({
  DATABASE_URL: nullable(is.url(POSTGRES)),
  DATABASE_DIRECT_URL: nullable(is.url(POSTGRES)),
  DATABASE_POOL_MAX: integer(10, 2, 1000),
  DATABASE_TIMEOUT: duration(8_000, '500ms', '10m'),
  DATA_DIR: text('.data'),
  ARCHIVE_DIR: nullable(v.string()),
  ARCHIVE_TIMEOUT: duration(300_000, '1s', '1d'),
  BACKUP_BEFORE_MIGRATIONS: v.optional(is.boolean(), 'true'),
  SECRET_KEY: nullable(is.secretKey()),
  SECRET_KEY_PREVIOUS: nullable(is.secretKey()),
  PORT: integer(4000, 0, 65_535),
  HOST: v.optional(is.host(), '127.0.0.1'),
  PUBLIC_URL: nullable(
    v.pipe(
      is.url(['http:', 'https:']),
      v.check((url) => !/[?#]/.test(url), 'must have no query and no fragment'),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  METRICS_PORT: integer(0, 0, 65_535),
  METRICS_TOKEN: nullable(is.token()),
  TRUSTED_PROXIES: v.optional(is.proxies(), ''),
  HEADERS_TIMEOUT: duration(DEFAULT_LIMITS.headersTimeout),
  BODY_TIMEOUT: duration(DEFAULT_LIMITS.bodyTimeout),
  RESPONSE_TIMEOUT: duration(DEFAULT_LIMITS.responseTimeout),
  SOCKET_INIT_TIMEOUT: duration(DEFAULT_LIMITS.socketInitTimeout),
  MAX_CONNECTIONS: integer(DEFAULT_LIMITS.connections, 1, MILLION),
  MAX_CONNECTIONS_PER_ADDRESS: integer(DEFAULT_LIMITS.connectionsPerAddress, 1, MILLION),
  MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: integer(DEFAULT_LIMITS.anonymousSocketsPerAddress, 1, MILLION),
  MAX_MESSAGE_BYTES: integer(DEFAULT_LIMITS.messageBytes, 1_024, 67_108_864),
  MAX_ANONYMOUS_MESSAGE_BYTES: integer(DEFAULT_LIMITS.anonymousMessageBytes, 1_024, 67_108_864),
  ROLES: v.optional(is.listOf(['web', 'worker']), 'web,worker'),
  DEMO: v.optional(is.boolean()),
  DRAIN_DELAY: duration(0, '0s', '5m'),
  RATE_LIMIT_PER_MINUTE: integer(1000, 0, 10_000_000),
  RATE_LIMIT_PER_ORGANIZATION: v.optional(is.integer(0, 10_000_000)),
  OAUTH_REFRESH_WINDOW: integer(60, 0, 3600),
  OAUTH_DYNAMIC_REGISTRATION: v.optional(is.boolean(), 'true'),
  WEBHOOK_ALLOWED_HOSTS: v.optional(is.hosts(), ''),
  WEBHOOK_RETRY_SCHEDULE: v.optional(is.durations('1ms', '30d', '5s,5m,30m'), RETRY_SCHEDULE),
  WEBHOOK_TIMEOUT: duration(15_000, '1ms', '10m'),
  EVENT_RETENTION: v.optional(is.duration('1d', '3650d'), '30d'),
  AUDIT_RETENTION: v.optional(retention('30d', '36500d'), '730d'),
  RESPONSE_CACHE_MB: integer(64, 0, 4096),
  MAX_API_KEYS_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.apiKeys, 0, MILLION),
  MAX_APPS_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.apps, 0, MILLION),
  MAX_INSTALLS_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.installs, 0, MILLION),
  MAX_WEBHOOKS_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.webhooks, 0, MILLION),
  UPLOAD_MB_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.uploadBytes / 1_048_576, 0, MILLION),
  IMPORT_MAX_MB: integer(DEFAULT_QUOTAS.importBytes / 1_048_576, 0, 100_000),
  MAX_SUBSCRIPTIONS_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.subscriptions, 0, MILLION),
  SUBSCRIPTION_COST_PER_ORGANIZATION: integer(DEFAULT_QUOTAS.subscriptionCost, 0, 1_000_000_000),
  SMTP_URL: nullable(is.url(['smtp:', 'smtps:'])),
  SMTP_TLS: nullable(is.choice(TLS)),
  MAIL_FROM: nullable(is.mailbox()),
  MAIL_BOUNCE_ADDRESS: nullable(taggable()),
  MAIL_REPORT_TOKEN: nullable(is.token()),
  MAIL_SENDER_DOMAINS: nullable(is.domains()),
  NOTIFY_AFTER: duration(300_000, '0s', '1h'),
  MAIL_RETRY_SCHEDULE: v.optional(is.durations('1ms', '30d', '1m,5m,30m'), MAIL_RETRY_SCHEDULE),
  MAIL_PER_MINUTE: integer(300, 0, MILLION),
  MAIL_PER_DOMAIN_PER_MINUTE: integer(100, 0, MILLION),
  MAIL_DKIM_KEY_FILE: nullable(is.readableFile()),
  MAIL_DKIM_DOMAIN: nullable(is.host()),
  MAIL_DKIM_SELECTOR: nullable(
    v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'must be letters, digits, dots or hyphens')),
  ),
  OIDC_ISSUER: nullable(v.string()),
  OIDC_CLIENT_ID: nullable(v.string()),
  OIDC_CLIENT_SECRET: nullable(v.string()),
  OIDC_NAME: nullable(v.pipe(v.string(), v.maxLength(50, 'must have at most 50 characters'))),
  LOG_LEVEL: v.optional(is.choice(LOG_LEVELS), 'info'),
  NODE_ENV: text(''),
})

export type Settings = v.InferOutput<typeof SETTINGS>
