import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createReader } from './config/reader.ts'
import { readEdgeSettings, type EdgeSettings } from './config/edge-settings.ts'
import { DEFAULT_QUOTAS, type Quotas } from './auth/quotas.ts'

export type Role = 'web' | 'worker'

export type Config = EdgeSettings & {
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
  /** Secret key of 32 bytes. Null means a key generated in `dataDir`. */
  secretKey: Buffer | null
  /**
   * Previous secret key of 32 bytes, or null. Data encrypted or signed with it before a rotation is still
   * accepted.
   */
  secretKeyPrevious: Buffer | null
  roles: Role[]
  demo: boolean
  /** Maximum number of requests per minute and credential. 0 disables the limit. */
  rateLimitPerMinute: number
  /** Seconds in which a used refresh token returns the same new token pair again. 0 disables the window. */
  oauthRefreshWindow: number
  webhookAllowedHosts: string[]
  /** Delay before each retry, in milliseconds. */
  webhookRetrySchedule: number[]
  /** Timeout of a whole delivery attempt, in milliseconds. */
  webhookTimeout: number
  /** Limits per organization. */
  quotas: Quotas
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
 * Reads the configuration from the environment (contract 8). No other file reads the environment.
 * @throws ConfigError with every problem
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const read = createReader(env, problems)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const secretKey = read.secretKey('SECRET_KEY')
  const secretKeyPrevious = read.secretKey('SECRET_KEY_PREVIOUS')
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, for example from `openssl rand -base64 32`',
    )
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the same database through a pooler')
  if (env.SECRET_KEY_PREVIOUS && !env.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY: the key that replaces it')
  const config: Config = {
    ...readEdgeSettings(read, problems),
    port: read.integer('PORT', 4000, 0, 65_535),
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    databaseUrl,
    databaseDirectUrl: read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, 2, 1000),
    databaseTimeout: read.duration('DATABASE_TIMEOUT', 8_000, { min: '500ms', max: '10m' }),
    dataDir: resolve(read.text('DATA_DIR', '.data')),
    secretKey,
    secretKeyPrevious,
    roles: read.list('ROLES', ['web', 'worker'], ['web', 'worker']),
    demo: read.boolean('DEMO', databaseUrl === null),
    rateLimitPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', 1000, 0, 10_000_000),
    oauthRefreshWindow: read.integer('OAUTH_REFRESH_WINDOW', 60, 0, 3600),
    webhookAllowedHosts: read
      .text('WEBHOOK_ALLOWED_HOSTS', '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    webhookRetrySchedule: read.durations('WEBHOOK_RETRY_SCHEDULE', '5s,5m,30m,2h,5h,10h,14h,20h,24h'),
    webhookTimeout: read.durations('WEBHOOK_TIMEOUT', '15s')[0] ?? 15_000,
    // ANSWER_MEMORY_MB is the earlier name of the setting.
    responseCacheMb: read.integer(
      'RESPONSE_CACHE_MB',
      read.integer('ANSWER_MEMORY_MB', 64, 0, 4096),
      0,
      4096,
    ),
    quotas: {
      apps: read.integer('MAX_APPS_PER_ORGANIZATION', DEFAULT_QUOTAS.apps, 0, 1_000_000),
      installs: read.integer('MAX_INSTALLS_PER_ORGANIZATION', DEFAULT_QUOTAS.installs, 0, 1_000_000),
      webhooks: read.integer('MAX_WEBHOOKS_PER_ORGANIZATION', DEFAULT_QUOTAS.webhooks, 0, 1_000_000),
      subscriptions: read.integer(
        'MAX_SUBSCRIPTIONS_PER_ORGANIZATION',
        DEFAULT_QUOTAS.subscriptions,
        0,
        1_000_000,
      ),
      subscriptionCost: read.integer(
        'SUBSCRIPTION_COST_PER_ORGANIZATION',
        DEFAULT_QUOTAS.subscriptionCost,
        0,
        1_000_000_000,
      ),
    },
    logLevel: read.choice('LOG_LEVEL', 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    production: env.NODE_ENV === 'production',
    version: (
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
    ).version,
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
