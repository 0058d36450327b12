import type { Command } from 'commander'
import type { PersonOptions } from './find-person.ts'
import { run } from './run.ts'

/** Adds the commands for the data of one person. */
export function addPerson(program: Command): void {
  const person = program.command('person').description('personal data')
  const ofPerson = (name: string, description: string) =>
    person
      .command(name)
      .description(description)
      .requiredOption('--org <slug>', 'slug of the organization')
      .requiredOption('--email <email>', 'e-mail address of the person')
  ofPerson('export', 'write the data of a person to a zip')
    .requiredOption('--out <file>', 'file to create')
    .addHelpText('after', example('person export --org acme --email ada@people.example --out ada.zip'))
    .action(async (options: PersonOptions & { out: string }) => {
      const { exportPersonTo } = await import('./person.ts')
      await run(program, (tools) => exportPersonTo(tools, options))
    })
  ofPerson('erase', 'erase the data of a customer, whose contributions remain')
    .option('--dry-run', 'count what would be erased, and change nothing')
    .addHelpText('after', example('person erase --org acme --email ada@people.example --dry-run'))
    .action(async (options: PersonOptions & { dryRun?: boolean }) => {
      const { erasePersonOf } = await import('./person.ts')
      await run(program, (tools) => erasePersonOf(tools, options))
    })
  person
    .command('claim')
    .description('give the contributions of people without an e-mail address to their owners')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption(
      '--file <map.csv>',
      'rows of the id or name of the empty person, and the address of the owner',
    )
    .addHelpText('after', example('person claim --org acme --file map.csv'))
    .action(async ({ org, file }: { org: string; file: string }) => {
      const { claimPeople } = await import('./claim-people.ts')
      await run(program, (tools) => claimPeople(tools, { org, map: file }))
    })
  addRelease(program, person)
  addReset(program, person)
}

function addRelease(program: Command, person: Command): void {
  person
    .command('release')
    .description('take the password and the sessions from an account, so that an invitation sets another one')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .addHelpText('after', example('person release --email ada@people.example'))
    .action(async (options: { email: string }) => {
      const { releaseAccount } = await import('./release-account.ts')
      await run(program, (tools) => releaseAccount(tools, options))
    })
}

function addReset(program: Command, person: Command): void {
  person
    .command('reset-password')
    .description('print a link that sets a new password of an account once, within 30 minutes')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .addHelpText('after', example('person reset-password --email ada@people.example'))
    .action(async (options: { email: string }) => {
      const { linkToReset } = await import('./link-to-reset.ts')
      await run(program, (tools) => linkToReset(tools, options))
    })
}

const example = (command: string) => `\nExample:\n  npm run cli -- ${command}`
