import { createRequire } from 'node:module'

import type * as Nodemailer from 'nodemailer'
import type { SendMailOptions, SMTPPoolOptions } from 'nodemailer'
import { mailboxOf, headerText } from './mailbox.ts'
import { classifyReply, type Reply } from './classify-reply.ts'
import type { MailSettings, Mailbox } from './settings.ts'

/** A message with both of its forms. Names and the subject may contain any text. */
type Message = {
  to: Mailbox
  /** Sender in the header. Default that of the settings. */
  from?: Mailbox
  /** Address of the sender in the envelope. Default that of the settings. */
  returnPath?: string
  /** Address for answers. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** Value of the header `Message-ID`, with angle brackets. A second copy has the same one. */
  messageId: string
  headers?: Readonly<Record<string, string>>
}

export type MailTransport = {
  /**
   * Sends a message to its recipient. Returns after the server has accepted it.
   * @throws MailError with the server's reply
   */
  send: (message: Message) => Promise<Reply>
  /** Connects, starts TLS and logs in, as `send` does. @throws MailError */
  verify: () => Promise<void>
  close: () => void
}

/** A message that was not accepted, or a server that cannot be used. The message contains the server's own words. */
export class MailError extends Error {
  readonly reply: Reply
  constructor(reply: Reply, cause: unknown) {
    super(reply.text, { cause })
    this.reply = reply
  }
}

/** Three connections send more messages a second than one or ten. */
export const CONNECTIONS = 3
const TIMEOUT_MS = 10_000
const load = createRequire(import.meta.url)

/** Opens a transport. Its library, which takes 6 MB of heap, is loaded here. */
export function openTransport(settings: MailSettings): MailTransport {
  const { createTransport } = load('nodemailer') as typeof Nodemailer
  const transport = createTransport(optionsOf(settings))
  const fail = (error: unknown): never => {
    throw new MailError(classifyReply(error as object), error)
  }
  return {
    async send(message) {
      const options = mailOf(message, settings.from)
      const { response } = await transport.sendMail(options).catch(fail)
      return classifyReply({ response })
    },
    async verify() {
      await transport.verify().catch(fail)
    },
    close: () => transport.close(),
  }
}

/** Returns a message in the form of the library. @throws AppError UNPROCESSABLE for an unsafe address */
function mailOf(
  { subject, headers = {}, replyTo, returnPath, ...message }: Message,
  sender: Mailbox,
): SendMailOptions {
  const [from, to] = [mailboxOf(message.from ?? sender), mailboxOf(message.to)]
  const safe = Object.entries(headers).map(([name, value]) => [name, headerText(value)] as const)
  return {
    ...message,
    from,
    to,
    ...(replyTo !== undefined && { replyTo: mailboxOf({ name: '', address: replyTo }) }),
    // The library parses addresses of headers. Those of the envelope are the stored ones.
    envelope: {
      from: mailboxOf({ name: '', address: returnPath ?? sender.address }).address,
      to: [to.address],
    },
    subject: headerText(subject),
    headers: Object.fromEntries(safe),
  }
}

function optionsOf({ host, port, implicitTls, tls, login, dkim }: MailSettings): SMTPPoolOptions {
  return {
    pool: true,
    maxConnections: CONNECTIONS,
    // A message whose connection closed may have been accepted: the caller decides about another try.
    maxRequeues: 0,
    host,
    port,
    secure: implicitTls,
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    opportunisticTLS: tls === 'opportunistic',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
  }
}
