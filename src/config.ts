import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DEFAULT_QUOTAS, type Quotas } from './modules/organizations/quotas.ts'

export type Role = 'web' | 'worker'

export type Config = {
  port: number
  host: string
  /** Issuer and base of links; null means `http://HOST:PORT` once the port is known. */
  publicUrl: string | null
  /** Null means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** For what needs a session of its own where a pooler stands behind `databaseUrl`; null means `databaseUrl`. */
  databaseDirectUrl: string | null
  /** Most connections that this process may hold in its pool. */
  databasePoolMax: number
  /** Milliseconds that a request may wait for the database. */
  databaseTimeout: number
  /** Absolute path of the embedded database and generated keys. */
  dataDir: string
  /** 32 bytes; null means generated into `dataDir`. */
  secretKey: Buffer | null
  /** 32 bytes; what was encrypted or signed under it before a rotation is still good. Null means none. */
  secretKeyPrevious: Buffer | null
  roles: Role[]
  demo: boolean
  /** Requests a minute and credential; 0 is off. */
  rateLimitPerMinute: number
  /** Seconds in which a refresh token that was just used gives the same new pair again; 0 is off. */
  oauthRefreshWindow: number
  webhookAllowedHosts: string[]
  /** Milliseconds before each retry. */
  webhookRetrySchedule: number[]
  /** Milliseconds of a whole delivery attempt. */
  webhookTimeout: number
  /** Most that one organization may have. */
  quotas: Quotas
  redisUrl: string | null
  /** Megabytes of memory for answers that nothing has changed since; 0 is off. */
  answerMemoryMb: number
  logLevel: string
  production: boolean
  version: string
}

/** All problems of the configuration at once, one line each. */
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
 * Reads the environment (contract chapter 8), this file being its only reader.
 * @throws ConfigError naming every problem, never only the first.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const read = reader(env, problems)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const secretKey = read.secretKey('SECRET_KEY')
  const secretKeyPrevious = read.secretKey('SECRET_KEY_PREVIOUS')
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, for example from `openssl rand -base64 32`',
    )
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, of which it is the address without a pooler')
  if (env.SECRET_KEY_PREVIOUS && !env.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY: the key that replaces it')
  const config: Config = {
    port: read.integer('PORT', 4000, 0, 65_535),
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    databaseUrl,
    databaseDirectUrl: read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, 2, 1000),
    databaseTimeout: read.duration('DATABASE_TIMEOUT', '8s', '500ms', '10m'),
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
    answerMemoryMb: read.integer('ANSWER_MEMORY_MB', 64, 0, 4096),
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
    },
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
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

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function millisecondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,7})(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return count === undefined ? null : Number(count) * (UNITS[unit ?? 's'] ?? 1000)
}

function reader(env: NodeJS.ProcessEnv, problems: string[]) {
  const value = (name: string) => env[name]?.trim() || undefined
  return {
    text: (name: string, fallback: string) => value(name) ?? fallback,
    integer(name: string, fallback: number, min: number, max: number): number {
      const text = value(name)
      if (text === undefined) return fallback
      if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
      problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
      return fallback
    },
    boolean(name: string, fallback: boolean): boolean {
      const text = value(name)?.toLowerCase()
      if (text === undefined) return fallback
      if (['true', '1', 'yes'].includes(text)) return true
      if (['false', '0', 'no'].includes(text)) return false
      problems.push(`${name} must be true or false, not "${text}"`)
      return fallback
    },
    choice(name: string, fallback: string, choices: string[]): string {
      const text = value(name)
      if (text === undefined || choices.includes(text)) return text ?? fallback
      problems.push(`${name} must be one of ${choices.join(', ')}, not "${text}"`)
      return fallback
    },
    list<T extends string>(name: string, fallback: T[], choices: T[]): T[] {
      const items = value(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter(Boolean)
      if (items === undefined) return fallback
      const unknown = items.filter((item) => !choices.includes(item as T))
      if (unknown.length === 0 && items.length > 0) return items as T[]
      problems.push(`${name} must list one or more of ${choices.join(', ')}, not "${unknown.join(',')}"`)
      return fallback
    },
    url(name: string, protocols: string[]): string | null {
      const text = value(name)
      if (text === undefined) return null
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) {
        if (name !== 'PUBLIC_URL' || !/[?#]/.test(text)) return text
        problems.push(`${name} must have no query and no fragment`)
        return null
      }
      problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
      return null
    },
    secretKey(name: string): Buffer | null {
      const text = value(name)
      if (text === undefined) return null
      const key = Buffer.from(text, 'base64')
      if (key.length === 32) return key
      problems.push(
        `${name} must be 32 bytes in base64 (it has ${key.length}), for example from \`openssl rand -base64 32\``,
      )
      return null
    },
    duration(name: string, fallback: string, min: string, max: string): number {
      const milliseconds = millisecondsOf(value(name) ?? fallback)
      if (
        milliseconds !== null &&
        milliseconds >= Number(millisecondsOf(min)) &&
        milliseconds <= Number(millisecondsOf(max))
      )
        return milliseconds
      problems.push(
        `${name} must be a duration from ${min} to ${max}, such as ${fallback}, not "${value(name)}"`,
      )
      return Number(millisecondsOf(fallback))
    },
    durations(name: string, fallback: string): number[] {
      const parts = (value(name) ?? fallback).split(',').map(millisecondsOf)
      if (parts.every((part) => part !== null)) return parts
      problems.push(
        `${name} must be durations such as ${fallback.split(',').slice(0, 3).join(',')}, not "${value(name)}"`,
      )
      return []
    },
  }
}
