import { access, constants } from 'node:fs/promises'
import { createOpenId } from '../../auth/openid/openid.ts'
import { deriveKeys, type SecretKeySource } from '../../auth/keys.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { describeDistribution } from '../../db/sharding/distribute.ts'
import { createLogger } from '../../lib/log/logger.ts'
import { makeDirectory } from '../../lib/files/make-directory.ts'
import { hasProxies, isPublicServer } from '../../lib/http/is-public-server.ts'
import { openTransport } from '../../mail/transport.ts'
import { isClosed } from '../../modules/organizations/deletion/closed-slug.ts'
import { readLag } from '../metrics/lag.ts'
import { bootstrap } from './bootstrap.ts'
import { describeArchive } from './describe-archive.ts'
import { describeSearch } from './describe-search.ts'
import { describeStandbys } from './describe-standbys.ts'
import { publicUrlOf } from './public-url.ts'
import { countSealed } from './sealed-rows.ts'
import { whyUnnumbered } from './why-unnumbered.ts'

/** Result of a check. `ok` is null for an installation that works, but lacks something that its people expect. */
type Check = { name: string; ok: boolean | null; detail: string }

/** A result that is worth a warning. */
class Warning extends Error {}

/** Age in seconds from which deliveries are late. */
const LATE_SECONDS = 60

/**
 * Checks an installation and returns the result and remedy of each check. Changes nothing, except that it
 * applies pending migrations. Late deliveries are reported from `lateSeconds` on.
 */
export async function diagnose(
  config: Config,
  lateSeconds = LATE_SECONDS,
): Promise<{ healthy: boolean; checks: Check[] }> {
  const checks: Check[] = [
    await check('Node.js', async () => process.version),
    await check('data directory', async () => {
      if (config.databaseUrl !== null) return 'not needed: DATABASE_URL is set'
      return writableDirectory(config.dataDir)
    }),
    ...(await checkDatabase(config, lateSeconds)),
    await check('public address', async () => publicUrlOf(config)),
    await check('mail', () => checkMail(config)),
    await check('sign-in', () => checkProvider(config)),
  ]
  return { healthy: checks.every(({ ok }) => ok !== false), checks }
}

const NO_CODES =
  'no mail is sent, so that people cannot sign in by code or set a forgotten password: set SMTP_URL and MAIL_FROM'

/**
 * Connects to the mail server, upgrades and logs in.
 * @throws MailError with the server's own words; Error with the setting if it does not upgrade; Warning if a public
 * server has none
 */
async function checkMail(config: Config): Promise<string> {
  const { mail: settings } = config
  if (settings === null) {
    if (isPublicServer(publicUrlOf(config), hasProxies(config.trustedProxies))) throw new Warning(NO_CODES)
    return 'no mail is sent: SMTP_URL is not set. Messages are stored'
  }
  const transport = openTransport(settings)
  try {
    await transport.verify().catch((error: unknown) => {
      const { message } = (error as Error).cause as Error
      if (!message.includes('upgrading connection with STARTTLS')) throw error
      throw new Error(
        `SMTP_TLS=required, and ${settings.host} offers no STARTTLS (${(error as Error).message}): set SMTP_TLS=opportunistic`,
        { cause: error },
      )
    })
    return `${settings.host}:${settings.port} accepts the login, from ${settings.from.address}`
  } finally {
    transport.close()
  }
}

/** Asks the OpenID provider of the installation for its description. @throws Error if it has none */
async function checkProvider({ ownProvider, webhookAllowedHosts }: Config): Promise<string> {
  if (ownProvider === null) return 'with passwords: OIDC_ISSUER is not set'
  const openId = createOpenId(new Set(webhookAllowedHosts.map((host) => host.toLowerCase())))
  try {
    return `with passwords and ${await openId.issuerOf(ownProvider.issuer)}`
  } catch (error) {
    const { message } = (error as Error).cause as Error
    throw new Error(`the description of ${ownProvider.issuer} cannot be read: ${message}`, { cause: error })
  }
}

/** Creates a directory unless it exists, and returns its path. @throws Error with the remedy if it is not writable */
async function writableDirectory(path: string): Promise<string> {
  try {
    makeDirectory(path)
    await access(path, constants.W_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`this user cannot write to ${path} (${code}): set DATA_DIR to another directory`, {
      cause: error,
    })
  }
}

async function checkDatabase(config: Config, lateSeconds: number): Promise<Check[]> {
  const checks: Check[] = []
  const opened = await check('database', async () => {
    const { database, secretKey, close } = await bootstrap(config, createLogger('silent'))
    try {
      checks.push(
        await check('PostgreSQL', async () => {
          const { rows } = await database.pool.query<{ server_version: string }>('show server_version')
          return rows[0]?.server_version ?? ''
        }),
        await check('organizations', () => describeOrganizations(database.kysely)),
        await check('secrets', () => secretsAtRest(database.kysely, secretKey)),
        await check('search', () => describeSearch(database.kysely)),
        await check('servers', () => describeDistribution(database.kysely)),
        await check('standbys', () => describeStandbys(database.kysely, { lateSeconds })),
        ...(config.databaseUrl === null
          ? [await check('archive', () => describeArchive(database.kysely, config.archive))]
          : []),
        ...(await checkDeliveries(database.kysely, lateSeconds)),
      )
    } finally {
      await close()
    }
    return config.databaseUrl === null ? 'embedded, migrated' : 'DATABASE_URL, migrated'
  })
  return [opened, ...checks]
}

/** Returns the number of organizations. @throws Error if the deletion of one was interrupted, or runs */
async function describeOrganizations(db: Db): Promise<string> {
  const organizations = await db.selectFrom('organizations').select('slug').execute()
  const closed = organizations.find(({ slug }) => isClosed(slug))
  if (!closed) return String(organizations.length)
  const slug = closed.slug.replace(/^.*\//, '')
  throw new Error(
    `the deletion of ${slug} has not ended: unless it runs, repeat npm run cli -- org delete --org ${slug} --confirm ${slug}`,
  )
}

async function secretsAtRest(db: Db, secretKey: SecretKeySource): Promise<string> {
  const { all, current, unknown } = await countSealed(db, deriveKeys(secretKey).encryption)
  if (unknown > 0)
    throw new Error(
      `${unknown} of ${all} are encrypted under a key that is unavailable: set SECRET_KEY_PREVIOUS to it, or have them replaced`,
    )
  if (current === all) return `${all}, all under the current key`
  return `${all - current} of ${all} are under the previous key: npm run cli -- rotate-key`
}

async function checkDeliveries(db: Db, lateSeconds: number): Promise<Check[]> {
  return [
    await check('deliveries', async () => {
      const { eventSeconds, dueSeconds, queuesLeased } = await readLag(db)
      if (eventSeconds >= lateSeconds)
        throw new Error(
          `an event has waited ${inSeconds(eventSeconds)} for its number: ${await whyUnnumbered(db)}`,
        )
      if (queuesLeased === 0 && dueSeconds >= lateSeconds)
        throw new Error(
          `no worker has taken a due delivery for ${inSeconds(dueSeconds)}: start one with ROLES=worker or ROLES=web,worker, or read the log of the one that runs`,
        )
      return `${inSeconds(Math.max(eventSeconds, dueSeconds))} behind`
    }),
    await check('webhooks', async () => {
      const { webhooksDisabled } = await readLag(db)
      return webhooksDisabled === 0
        ? 'none is disabled'
        : `${webhooksDisabled} disabled: deliveries are held until they are enabled`
    }),
  ]
}

const inSeconds = (seconds: number) => `${Math.floor(seconds)} s`

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() }
  } catch (error) {
    return { name, ok: error instanceof Warning ? null : false, detail: (error as Error).message }
  }
}
