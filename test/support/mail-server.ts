import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SendingSettings } from '../../src/mail/settings.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './fixtures/certificate.ts'

type Received = { from: string; to: string[]; message: string; secure: boolean }

/** Returns an error that the server answers with. */
export const reply = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts a mail server, which keeps what it accepts. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, session, done) {
      const keep = (message: string) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message,
          secure: session.secure,
        })
        done(null)
      }
      // A sender that is killed leaves a part of a message.
      text(stream).then(keep, () => done(reply(451, 'The connection was closed')))
    },
    ...options,
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings: SendingSettings = {
    ...{
      host: '127.0.0.1',
      port,
      implicitTls: options.secure === true,
      tls: 'required',
      login: null,
      dkim: null,
    },
    from: { name: 'Acme', address: 'feedback@acme.example' },
    ...{
      retrySchedule: [50, 100, 200],
      perMinute: 0,
      perDomainPerMinute: 0,
      senderDomains: ['acme.example'],
      bounceAddress: null,
    },
  }
  return { settings, received, stop: () => new Promise<void>((resolve) => server.close(resolve)) }
}
