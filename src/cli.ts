import { Command, CommanderError, Option } from 'commander'
import { addBackup } from './cli/backup-commands.ts'
import { addImport } from './cli/import/add-import.ts'
import { addExport } from './cli/export.ts'
import { explainFile } from './cli/explain-file.ts'
import { addListen } from './cli/listen.ts'
import { addMail } from './cli/mail.ts'
import { addPerson } from './cli/person-commands.ts'
import { print, printError } from './cli/print.ts'
import type { DeletionOptions } from './cli/delete-organization.ts'
import type { OrganizationOptions } from './cli/create.ts'
import { run } from './cli/run.ts'
import { addWebhookVerify } from './cli/verify/webhook-verify.ts'
import { wholeNumber } from './cli/whole-number.ts'
import { readConfig } from './config.ts'
import { VERSION } from './lib/version.ts'

// The reader of a pipe, such as head, may end before all is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

// Commands import their code on demand, so that each starts fast.
const program = new Command('echolog')
  .description('Operator commands. The service need not be running.')
  .version(VERSION, '--version', 'print the version')
  .option('--json', 'print one JSON object, also for an error')
  .exitOverride()
if (process.argv.includes('--json')) program.configureOutput({ writeErr: () => {} })

const NO_COMMAND = 'A command is missing. --help lists them'

const example = (command: string) => `\nExample:\n  npm run cli -- ${command}`

program.addHelpText(
  'after',
  `
Examples:
  npm run cli -- org create --slug acme --name Acme --admin-email you@acme.example
  npm run cli -- session create --email you@acme.example
  npm run cli -- doctor
  npm run cli -- doctor --json
  npm run cli -- org create --help`,
)

const org = program.command('org').description('organizations')
org
  .command('create')
  .description('create an organization with its first admin and API key')
  .requiredOption('--slug <slug>', 'slug in URLs')
  .requiredOption('--name <name>', 'display name')
  .requiredOption('--admin-email <email>', 'e-mail address of the admin')
  .option('--admin-password <password>', 'password of a new admin account')
  .addOption(
    new Option('--visibility <visibility>', 'visibility of the public pages')
      .choices(['public', 'members'])
      .default('members'),
  )
  .addHelpText('after', example('org create --slug acme --name Acme --admin-email you@acme.example'))
  .action(async (options: OrganizationOptions) => {
    const { createOrganizationWithAdmin } = await import('./cli/create.ts')
    await run(program, (tools) => createOrganizationWithAdmin(tools, options))
  })

org
  .command('delete')
  .description('delete an organization for good, with everything in it; an interrupted deletion continues')
  .requiredOption('--org <slug>', 'slug of the organization')
  .option('--confirm <slug>', 'the slug once more')
  .option('--dry-run', 'count what would be deleted, and change nothing')
  .addHelpText('after', example('org delete --org acme --dry-run'))
  .action(async (options: DeletionOptions) => {
    const { deleteOrganizationOf } = await import('./cli/delete-organization.ts')
    await run(program, (tools) => deleteOrganizationOf(tools, options))
  })

program
  .command('api-key')
  .description('API keys')
  .command('create')
  .description('create an API key that acts as the first admin')
  .requiredOption('--org <slug>', 'slug of the organization')
  .option('--name <name>', 'name of the key', 'made on the command line')
  .addHelpText('after', example('api-key create --org acme --name "nightly export"'))
  .action(async (options: { org: string; name: string }) => {
    const { createKey } = await import('./cli/create.ts')
    await run(program, (tools) => createKey(tools, options))
  })

program
  .command('session')
  .description('session tokens')
  .command('create')
  .description('sign a session token, valid 12 hours')
  .requiredOption('--email <email>', 'e-mail address of the account')
  .addHelpText('after', example('session create --email you@acme.example'))
  .action(async (options: { email: string }) => {
    const { createSession } = await import('./cli/create.ts')
    await run(program, (tools) => createSession(tools, options))
  })

program
  .command('migrate')
  .description('apply pending database migrations')
  .addHelpText('after', example('migrate'))
  .action(() => run(program, async () => ({ migrated: true })))

program
  .command('restored')
  .description(
    'continue above the ids of a lost history, after a copy of the files of a database was put back',
  )
  .addHelpText('after', example('restored'))
  .action(async () => {
    const { renewIds } = await import('./db/history/renew-ids.ts')
    await run(program, async ({ database }) => ({ moved: await renewIds(database.kysely, { always: true }) }))
  })

program
  .command('seed')
  .description('fill an organization with bulk data of realistic distributions')
  .requiredOption('--org <slug>', 'slug of the organization')
  .requiredOption('--posts <n>', 'number of posts', (text) => wholeNumber('--posts', text))
  .option('--seed <n>', 'the same seed produces the same data', (text) => wholeNumber('--seed', text), 1)
  .addHelpText('after', example('seed --org acme --posts 100000'))
  .action(async (options: { org: string; posts: number; seed: number }) => {
    const { seedBulk } = await import('./seed/bulk.ts')
    const { org: organizationSlug, posts, seed } = options
    await run(program, ({ database }) =>
      seedBulk(database, { organizationSlug, posts, seed, onProgress: showProgress(posts) }),
    )
  })

program
  .command('rotate-key')
  .description('encrypt all stored secrets with the current key; a generated key is replaced first')
  .option('--drop-previous', 'invalidate session tokens signed with the previous generated key')
  .option('--accept-loss', 'continue with a new key even if secrets under a lost key cannot be decrypted')
  .addHelpText('after', example('rotate-key'))
  .action(async (options: { dropPrevious?: boolean; acceptLoss?: boolean }) => {
    const { rotateKey } = await import('./server/lifecycle/rotate-key.ts')
    await run(
      program,
      async ({ config, database, secretKey, keys }) => {
        const generated = config.secretKey === null ? { source: secretKey, dataDir: config.dataDir } : null
        const rotation = await rotateKey({ ...options, db: database.kysely, keys, generated })
        if (rotation.unreadable > 0 && !options.acceptLoss) process.exitCode = 1
        return rotation
      },
      { anyKey: options.acceptLoss },
    )
  })

program
  .command('distribute')
  .description('distribute the tables over the servers of a Citus cluster, by organization')
  .option('--shards <n>', 'number of parts of each table', (text) => wholeNumber('--shards', text), 32)
  .addHelpText('after', example('distribute --shards 32'))
  .action(async ({ shards }: { shards: number }) => {
    const { COPY_MS: timeoutMs, distribute } = await import('./db/sharding/distribute.ts')
    await run(program, ({ database }) => distribute(database.kysely, { shards }), { timeoutMs })
  })

addMail(program, example)
addBackup(program, example)

program
  .command('doctor')
  .description('check the installation and suggest fixes')
  .addHelpText('after', `${example('doctor')}\n  npm run cli -- doctor --json`)
  .action(async () => {
    const { diagnose } = await import('./server/lifecycle/doctor.ts')
    const { healthy, checks } = await diagnose(readConfig())
    print(program, { healthy, checks })
    process.exitCode = healthy ? 0 : 1
  })

addImport(program)
addExport(program)
addListen(program)
addPerson(program)
addWebhookVerify(program.command('webhook').description('webhooks'))

/** Shows progress on a terminal. Without a terminal it prints nothing. */
function showProgress(all: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (done) => process.stderr.write(`\r${done} of ${all} posts${done >= all ? '\n' : ''}`)
}

program.parseAsync().catch((error: unknown) => {
  const message = explainFile(error as Error)
  if (!(error instanceof CommanderError)) printError(message)
  // Commander has printed its message, except as JSON.
  else if (error.exitCode !== 0 && process.argv.includes('--json'))
    printError(error.code === 'commander.help' ? NO_COMMAND : message.replace(/^error: /, ''))
  process.exit(error instanceof CommanderError ? error.exitCode : 1)
})
