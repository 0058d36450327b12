import { Command } from 'commander'
import { addListen } from './cli/listen.ts'
import { print, wantsJson } from './cli/print.ts'
import { addWebhookVerify } from './cli/verify/webhook-verify.ts'
import { wholeNumber } from './cli/whole-number.ts'
import { readConfig, type Config } from './config.ts'
import { signSessionToken } from './auth/session-token.ts'
import { deriveKeys, type Keys, type SecretKeySource } from './auth/keys.ts'
import type { Database } from './db/database.ts'
import { readDatabaseTime } from './db/time.ts'
import { inTransaction } from './db/transaction.ts'
import { createLogger } from './lib/logger.ts'
import { normalizeEmail } from './lib/text/email.ts'
import { createApiKey } from './modules/organizations/create-api-key.ts'
import { createOrganization } from './modules/organizations/create-organization.ts'
import { findOrganization, oldestAdmin } from './modules/organizations/find-organization.ts'
import { addTeamMember } from './modules/teams/add-team-member.ts'
import { seedBulk } from './seed/bulk.ts'
import { diagnose } from './server/lifecycle/doctor.ts'
import { bootstrap } from './server/lifecycle/bootstrap.ts'
import { rotateKey } from './server/lifecycle/rotate-key.ts'
import { publicUrlOf } from './server/lifecycle/public-url.ts'

type Tools = {
  config: Config
  database: Database
  secretKey: SecretKeySource
  keys: Keys
  issuer: string
}

const program = new Command('echolog').description('Operator commands. The service need not be running.')
program.option('--json', 'print one JSON object')

const org = program.command('org').description('organizations')
org
  .command('create')
  .description('create an organization with its first admin and API key')
  .requiredOption('--slug <slug>', 'slug in URLs')
  .requiredOption('--name <name>', 'display name')
  .requiredOption('--admin-email <email>', 'e-mail address of the admin')
  .option('--admin-password <password>', 'password of a new admin account')
  .action((options: { slug: string; name: string; adminEmail: string; adminPassword?: string }) =>
    run(async ({ database, keys, issuer }) =>
      inTransaction(database.kysely, async (tx) => {
        const { organization, ssoKey } = await createOrganization(tx, keys.encryption, options)
        const admin = { email: options.adminEmail, password: options.adminPassword, role: 'admin' as const }
        const user = await addTeamMember(tx, organization.id, admin)
        const { key } = await createApiKey(tx, organization.id, { creatorId: user.id, name: 'first key' })
        const at = await readDatabaseTime(tx)
        const sessionToken = await signSessionToken(Number(user.accountId), keys.session, issuer, at)
        const { id, slug } = organization
        return {
          organization: { id, slug },
          user: { id: user.id, email: user.email },
          apiKey: key,
          ssoKey,
          sessionToken,
        }
      }),
    ),
  )

program
  .command('api-key')
  .description('API keys')
  .command('create')
  .description('create an API key that acts as the first admin')
  .requiredOption('--org <slug>', 'slug of the organization')
  .option('--name <name>', 'name of the key', 'made on the command line')
  .action((options: { org: string; name: string }) =>
    run(async ({ database }) => {
      const organization = await findOrganization(database.kysely, options.org)
      const creatorId = await oldestAdmin(database.kysely, organization.id)
      const { key, row } = await createApiKey(database.kysely, organization.id, {
        creatorId,
        name: options.name,
      })
      return { apiKey: key, id: row.id, organization }
    }),
  )

program
  .command('session')
  .description('session tokens')
  .command('create')
  .description('sign a session token, valid 12 hours')
  .requiredOption('--email <email>', 'e-mail address of the account')
  .action((options: { email: string }) =>
    run(async ({ database, keys, issuer }) => {
      const email = normalizeEmail(options.email)
      const account = await database.prisma.account.findUnique({ where: { email: email ?? '' } })
      if (!account) throw new Error(`There is no account with the e-mail address ${options.email}`)
      const at = await readDatabaseTime(database.kysely)
      return { token: await signSessionToken(account.id, keys.session, issuer, at) }
    }),
  )

program
  .command('migrate')
  .description('apply pending database migrations')
  .action(() => run(async () => ({ migrated: true })))

program
  .command('seed')
  .description('fill an organization with bulk data of realistic distributions')
  .requiredOption('--org <slug>', 'slug of the organization')
  .requiredOption('--posts <n>', 'number of posts', (text) => wholeNumber('--posts', text))
  .option('--seed <n>', 'the same seed produces the same data', (text) => wholeNumber('--seed', text), 1)
  .action((options: { org: string; posts: number; seed: number }) =>
    run(({ database }) =>
      seedBulk(database, {
        organizationSlug: options.org,
        posts: options.posts,
        seed: options.seed,
        onProgress: showProgress(options.posts),
      }),
    ),
  )

program
  .command('rotate-key')
  .description('encrypt all stored secrets with the current key; a generated key is replaced first')
  .option('--drop-previous', 'invalidate session tokens signed with the previous generated key')
  .option('--accept-loss', 'continue with a new key even if secrets under a lost key cannot be decrypted')
  .action((options: { dropPrevious?: boolean; acceptLoss?: boolean }) =>
    run(
      async ({ config, database, secretKey, keys }) => {
        const generated = config.secretKey === null ? { source: secretKey, dataDir: config.dataDir } : null
        const rotation = await rotateKey({ ...options, db: database.kysely, keys, generated })
        if (rotation.unreadable > 0 && !options.acceptLoss) process.exitCode = 1
        return rotation
      },
      { anyKey: options.acceptLoss },
    ),
  )

program
  .command('doctor')
  .description('check the installation and suggest fixes')
  .action(async () => {
    const { healthy, checks } = await diagnose(readConfig())
    print(program, { healthy, checks })
    process.exitCode = healthy ? 0 : 1
  })

addListen(program)
addWebhookVerify(program.command('webhook').description('webhooks'))

/** Opens the installation, runs a command, prints its result and closes the installation. */
async function run(
  command: (tools: Tools) => Promise<object>,
  options: { anyKey?: boolean } = {},
): Promise<void> {
  const config = readConfig()
  const log = createLogger('warn', { destination: process.stderr, human: process.stderr.isTTY === true })
  const { database, secretKey, close } = await bootstrap(config, log, options)
  try {
    print(
      program,
      await command({
        config,
        database,
        secretKey,
        keys: deriveKeys(secretKey),
        issuer: publicUrlOf(config),
      }),
    )
  } finally {
    await close()
  }
}

/** Shows progress on a terminal. Without a terminal it prints nothing. */
function showProgress(all: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (done) => process.stderr.write(`\r${done} of ${all} posts${done >= all ? '\n' : ''}`)
}

program.parseAsync().catch((error: unknown) => {
  const { message } = error as Error
  if (wantsJson(program)) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`)
  else process.stderr.write(`${message}\n`)
  process.exit(1)
})
