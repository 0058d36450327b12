import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { readConfig, type Config } from '../config.ts'
import { publicUrlOf } from '../server/lifecycle/public-url.ts'
import { print } from './print.ts'
import { run } from './run.ts'
import { wholeNumber } from './whole-number.ts'

/** Adds the commands of mail. `test` needs no database. */
export function addMail(program: Command, example: (command: string) => string): void {
  const mail = program.command('mail').description('mail')
  mail
    .command('test')
    .description('send a test message with SMTP_URL')
    .requiredOption('--to <email>', 'e-mail address of the recipient')
    .addHelpText('after', example('mail test --to you@acme.example'))
    .action(async ({ to }: { to: string }) => {
      print(program, await sendTestMail(readConfig(), to))
    })
  mail
    .command('list')
    .description('list the last 50 mails of an organization, or of accounts')
    .option('--org <slug>', ORG)
    .addHelpText('after', example('mail list --org acme'))
    .action(async (options: { org?: string }) => {
      const { listStoredMails } = await import('./stored-mails.ts')
      await run(program, (tools) => listStoredMails(tools, options))
    })
  mail
    .command('show')
    .description('show a mail, with its message if it is stored')
    .argument('<id>', 'number of the mail', (text) => wholeNumber('<id>', text))
    .option('--org <slug>', ORG)
    .addHelpText('after', example('mail show 42 --org acme'))
    .action(async (id: number, options: { org?: string }) => {
      const { showMail } = await import('./stored-mails.ts')
      await run(program, (tools) => showMail(tools, { ...options, id }))
    })
}

const ORG = 'slug of the organization; without it, mails about passwords of accounts'

/**
 * Sends a test message. Returns what the server replied.
 * @throws Error without SMTP_URL and for an invalid address, MailError with the server's reply
 */
export async function sendTestMail(config: Config, to: string): Promise<object> {
  if (config.mail === null) throw new Error('No mail is sent: set SMTP_URL and MAIL_FROM')
  const [{ openTransport }, { parseMailbox }] = await Promise.all([
    import('../mail/transport.ts'),
    import('../mail/mailbox.ts'),
  ])
  const recipient = parseMailbox(to)
  if (recipient === null) throw new Error(`${to} is not an e-mail address`)
  const { host } = new URL(publicUrlOf(config))
  const transport = openTransport(config.mail)
  const text = `This is a test message of the service at ${publicUrlOf(config)}. Its settings of mail work.`
  try {
    const { text: reply } = await transport.send({
      to: recipient,
      subject: 'Test message',
      text,
      html: `<p>${text}</p>`,
      messageId: `<${randomUUID()}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return { to: recipient.address, from: config.mail.from.address, signed: config.mail.dkim !== null, reply }
  } finally {
    transport.close()
  }
}
