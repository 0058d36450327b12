import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { readConfig, type Config } from '../config.ts'
import { publicUrlOf } from '../server/lifecycle/public-url.ts'
import { print } from './print.ts'

/** Adds the commands of mail. They need no database. */
export function addMail(program: Command, example: (command: string) => string): void {
  program
    .command('mail')
    .description('mail')
    .command('test')
    .description('send a test message with SMTP_URL')
    .requiredOption('--to <email>', 'e-mail address of the recipient')
    .addHelpText('after', example('mail test --to you@acme.example'))
    .action(async ({ to }: { to: string }) => {
      print(program, await sendTestMail(readConfig(), to))
    })
}

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
