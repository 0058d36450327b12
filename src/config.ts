import { resolve } from 'node:path'
import * as v from 'valibot'
import type { OwnProvider } from './auth/openid/openid.ts'
import type { Quotas } from './auth/quotas.ts'
import { mailOf, mailProblems } from './config/mail.ts'
import { issuerProblems, missingOfProvider, ownProviderOf } from './config/own-provider.ts'
import { missingSettings } from './config/missing-settings.ts'
import { retentionProblems } from './config/retention.ts'
import { readSecretFiles } from './config/secret-files.ts'
import { SETTINGS, type Settings } from './config/settings.ts'
import type { Limits } from './lib/http/server-limits.ts'
import { VERSION } from './lib/version.ts'
import type { SendingSettings } from './mail/settings.ts'

export type Role = 'web' | 'worker'

export type Config = {
  port: number
  host: string
  /** Issuer and base of links. Null means `http://HOST:PORT` with the actual port. */
  publicUrl: string | null
  /** Null means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /**
   * Direct connection for work that needs its own session, if `databaseUrl` is a pooler. Null means
   * `databaseUrl`.
   */
  databaseDirectUrl: string | null
  /** Maximum number of connections in the pool of this process. */
  databasePoolMax: number
  /** Maximum time that a request waits for the database, in milliseconds. */
  databaseTimeout: number
  /** Absolute path of the directory with the embedded database and generated keys. */
  dataDir: string
  /** Absolute path of the archive of the embedded database's log, and the longest time until a change is in it. */
  archive: { folder: string; timeoutMs: number } | null
  /** Whether the embedded database is backed up before migrations. */
  backupBeforeMigrations: boolean
  /** Secret key of 32 bytes. Null means a key generated in `dataDir`. */
  secretKey: Buffer | null
  /**
   * Previous secret key of 32 bytes, or null. Data encrypted or signed with it before a rotation is still
   * accepted.
   */
  secretKeyPrevious: Buffer | null
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted, or the number of proxies. */
  trustedProxies: string[] | number
  /** Port that serves only `/metrics`, or null. */
  metricsPort: number | null
  /** Bearer token required for `/metrics`, or null. */
  metricsToken: string | null
  limits: Limits
  roles: Role[]
  demo: boolean
  /** How long a stop is announced before it begins, in milliseconds. */
  drainDelay: number
  /** Maximum number of requests per minute and credential or network. 0 disables the limit. */
  rateLimitPerMinute: number
  /** The same of all credentials of an organization. Default four times that of one. 0 disables it. */
  rateLimitPerOrganization: number | undefined
  /** Seconds in which a used refresh token returns the same new token pair again. 0 disables the window. */
  oauthRefreshWindow: number
  /** Whether public OAuth clients may register themselves. */
  dynamicRegistration: boolean
  webhookAllowedHosts: string[]
  /** Delay before each retry, in milliseconds. */
  webhookRetrySchedule: number[]
  /** Timeout of a whole delivery attempt, in milliseconds. */
  webhookTimeout: number
  /** Minimum time for which events, deliveries and attempts are retained, in milliseconds. */
  eventRetention: number
  /** Time in which changes of one object are gathered into one notification, in milliseconds. */
  notifyAfter: number
  /** Time for which audit entries are retained, in milliseconds. 0 is for ever. */
  auditRetention: number
  /** Limits per organization. */
  quotas: Quotas
  /** Token required for reports about mail. Null closes them. */
  mailReportToken: string | null
  /** Null: no mail is sent. */
  mail: SendingSettings | null
  /** OpenID provider with which accounts sign in. Null without one. */
  ownProvider: OwnProvider | null
  /** Memory of the response cache in megabytes. 0 disables the cache. */
  responseCacheMb: number
  logLevel: string
  production: boolean
  version: string
}

/** Error with all problems of the configuration, one per line. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/**
 * Reads the configuration from the environment and from files that it names (contract 8). No other file reads the
 * environment.
 * @throws ConfigError with every problem
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const files = readSecretFiles(env)
  const given = { ...trimmed(env), ...files.contents }
  const { issues, output } = v.safeParse(SETTINGS, given, { abortPipeEarly: true })
  const problems = (issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  // A setting whose file has a problem is not missing as well.
  const named = { ...given, ...files.problems }
  problems.push(...Object.values(files.problems), ...missingSettings(named), ...mailProblems(named))
  problems.push(...missingOfProvider(named))
  if (!issues && arePortsEqual(output)) problems.push('METRICS_PORT must be another port than PORT')
  if (!issues) problems.push(...retentionProblems(output), ...issuerProblems(output))
  if (issues || problems.length > 0) throw new ConfigError(problems)
  return toConfig(output)
}

/** Returns the settings without surrounding white space. An empty one is left out. */
function trimmed(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.keys(SETTINGS.entries).map((name) => [name, env[name]?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

const arePortsEqual = ({ ROLES, PORT, METRICS_PORT }: Settings) =>
  ROLES.includes('web') && PORT !== 0 && PORT === METRICS_PORT

function toConfig(settings: Settings): Config {
  return {
    ...{ port: settings.PORT, host: settings.HOST },
    publicUrl: settings.PUBLIC_URL,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databasePoolMax: settings.DATABASE_POOL_MAX,
    databaseTimeout: settings.DATABASE_TIMEOUT,
    dataDir: resolve(settings.DATA_DIR),
    archive: archiveOf(settings),
    backupBeforeMigrations: settings.BACKUP_BEFORE_MIGRATIONS,
    secretKey: settings.SECRET_KEY,
    secretKeyPrevious: settings.SECRET_KEY_PREVIOUS,
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsPort: settings.METRICS_PORT || null,
    metricsToken: settings.METRICS_TOKEN,
    mailReportToken: settings.MAIL_REPORT_TOKEN,
    limits: limitsOf(settings),
    roles: settings.ROLES,
    drainDelay: settings.DRAIN_DELAY,
    demo: settings.DEMO ?? settings.DATABASE_URL === null,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    rateLimitPerOrganization: settings.RATE_LIMIT_PER_ORGANIZATION,
    oauthRefreshWindow: settings.OAUTH_REFRESH_WINDOW,
    dynamicRegistration: settings.OAUTH_DYNAMIC_REGISTRATION,
    webhookAllowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    webhookRetrySchedule: settings.WEBHOOK_RETRY_SCHEDULE,
    webhookTimeout: settings.WEBHOOK_TIMEOUT,
    eventRetention: settings.EVENT_RETENTION,
    auditRetention: settings.AUDIT_RETENTION,
    notifyAfter: settings.NOTIFY_AFTER,
    responseCacheMb: settings.RESPONSE_CACHE_MB,
    quotas: quotasOf(settings),
    mail: mailOf(settings),
    ownProvider: ownProviderOf(settings),
    logLevel: settings.LOG_LEVEL,
    production: settings.NODE_ENV.toLowerCase() === 'production',
    version: VERSION,
  }
}

const archiveOf = ({ ARCHIVE_DIR: folder, ARCHIVE_TIMEOUT: timeoutMs }: Settings): Config['archive'] =>
  folder === null ? null : { folder: resolve(folder), timeoutMs }

function limitsOf(settings: Settings): Limits {
  return {
    headersTimeout: settings.HEADERS_TIMEOUT,
    bodyTimeout: settings.BODY_TIMEOUT,
    responseTimeout: settings.RESPONSE_TIMEOUT,
    socketInitTimeout: settings.SOCKET_INIT_TIMEOUT,
    connections: settings.MAX_CONNECTIONS,
    connectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
    anonymousSocketsPerAddress: settings.MAX_ANONYMOUS_SOCKETS_PER_ADDRESS,
    messageBytes: settings.MAX_MESSAGE_BYTES,
    anonymousMessageBytes: settings.MAX_ANONYMOUS_MESSAGE_BYTES,
  }
}

function quotasOf(settings: Settings): Quotas {
  return {
    apiKeys: settings.MAX_API_KEYS_PER_ORGANIZATION,
    apps: settings.MAX_APPS_PER_ORGANIZATION,
    installs: settings.MAX_INSTALLS_PER_ORGANIZATION,
    webhooks: settings.MAX_WEBHOOKS_PER_ORGANIZATION,
    uploadBytes: settings.UPLOAD_MB_PER_ORGANIZATION * 1_048_576,
    importBytes: settings.IMPORT_MAX_MB * 1_048_576,
    subscriptions: settings.MAX_SUBSCRIPTIONS_PER_ORGANIZATION,
    subscriptionCost: settings.SUBSCRIPTION_COST_PER_ORGANIZATION,
  }
}
