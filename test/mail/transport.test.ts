import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { MailError, openTransport } from '../../src/mail/transport.ts'
import type { MailSettings } from '../../src/mail/settings.ts'
import { CERTIFICATE } from '../support/fixtures/certificate.ts'
import { reply, startMailServer } from '../support/mail-server.ts'

const authorities = getCACertificates('default')
const trust = (certificates: string[]) => setDefaultCACertificates([...authorities, ...certificates])
const closing: (() => unknown)[] = []

beforeAll(() => trust([CERTIFICATE]))
afterEach(async () => {
  trust([CERTIFICATE])
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => setDefaultCACertificates(authorities))

const MESSAGE = {
  to: { name: 'Ada', address: 'ada@people.example' },
  ...{ subject: 'Your code', text: 'Your code is 483 920.', html: '<p>Your code is 483 920.</p>' },
  messageId: '<m.1.2@acme.example>',
}

async function open(options: SMTPServerOptions = {}, changes: Partial<MailSettings> = {}) {
  const server = await startMailServer(options)
  closing.push(server.stop)
  const transport = openTransport({ ...server.settings, ...changes })
  closing.push(transport.close)
  return { ...transport, received: server.received }
}

const replyTo = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error as MailError).reply,
  )

test.each<[string, SMTPServerOptions]>([
  ['TLS from the start', { secure: true }],
  ['STARTTLS', {}],
])('sends a message in both of its forms over %s', async (_what, options) => {
  const { send, received } = await open(options)
  expect(await send(MESSAGE)).toMatchObject({ outcome: 'accepted', code: 250 })
  expect(received).toMatchObject([
    { from: 'feedback@acme.example', to: ['ada@people.example'], secure: true },
  ])
  const message = received[0]?.message ?? ''
  for (const part of [
    'From: Acme <feedback@acme.example>',
    'To: Ada <ada@people.example>',
    'Subject: Your code',
  ])
    expect(message).toContain(part)
  expect(message).toMatch(/text\/plain[^]+Your code is 483 920\.[^]+text\/html[^]+<p>Your code is/)
  expect(message).toContain('Message-ID: <m.1.2@acme.example>')
})

test('sends nothing to a server whose certificate is not trusted', async () => {
  for (const secure of [true, false]) {
    const { send, received, verify } = await open({ secure })
    trust([])
    expect(await replyTo(send(MESSAGE))).toMatchObject({ outcome: 'temporary', code: null })
    await expect(verify()).rejects.toThrow('self-signed certificate')
    expect(received).toEqual([])
    trust([CERTIFICATE])
  }
})

const WITHOUT_TLS: SMTPServerOptions = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }

test('sends nothing without TLS where it is required', async () => {
  const { send, received, verify } = await open(WITHOUT_TLS)
  expect(await replyTo(send(MESSAGE))).toMatchObject({ outcome: 'settings' })
  await expect(verify()).rejects.toThrow(MailError)
  expect(received).toEqual([])
})

test('sends without TLS where it is optional and the server lacks it', async () => {
  for (const tls of ['opportunistic', 'off'] as const) {
    const { send, received } = await open(WITHOUT_TLS, { tls })
    await send(MESSAGE)
    expect(received).toMatchObject([{ secure: false }])
  }
})

test('logs in, and a refused login is no fault of the message', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) =>
    username === 'acme' && password === 'p@ss'
      ? done(null, { user: 'acme' })
      : done(reply(535, '5.7.8 Bad login'))
  const login = { user: 'acme', password: 'p@ss' }
  const right = await open({ onAuth, authOptional: false }, { login })
  await right.verify()
  await right.send(MESSAGE)
  expect(right.received).toHaveLength(1)
  const wrong = await open({ onAuth, authOptional: false }, { login: { ...login, password: 'x' } })
  expect(await replyTo(wrong.verify())).toMatchObject({ outcome: 'settings', code: 535 })
  expect(await replyTo(wrong.send(MESSAGE))).toMatchObject({
    outcome: 'settings',
    text: expect.stringContaining('Bad login'),
  })
  expect(wrong.received).toEqual([])
})

test.each([
  [450, '4.2.1 Mailbox busy', 'temporary'],
  [550, '5.1.1 No such user', 'no-mailbox'],
  [550, '5.2.1 Mailbox disabled', 'no-mailbox'],
  [550, '5.7.1 Looks like spam', 'refused'],
])('a recipient refused with %i %s is %s', async (code, words, outcome) => {
  const { send } = await open({ onRcptTo: (_address, _session, done) => done(reply(code, words)) })
  expect(await replyTo(send(MESSAGE))).toMatchObject({ outcome, code, status: words.slice(0, 5) })
})

test('a refused content leaves the mailbox usable, and a refused sender is no fault of the message', async () => {
  const content = await open({
    onData: (stream, _session, done) =>
      void stream.resume().on('end', () => done(reply(554, '5.1.1 Not here'))),
  })
  expect(await replyTo(content.send(MESSAGE))).toMatchObject({ outcome: 'refused', code: 554 })
  const sender = await open({ onMailFrom: (_address, _session, done) => done(reply(553, '5.7.1 Not yours')) })
  expect(await replyTo(sender.send(MESSAGE))).toMatchObject({ outcome: 'settings', code: 553 })
})

test('a connection that ends after the content leaves the message to a later try', async () => {
  let stop = async () => {}
  const server = await startMailServer({
    onData: (stream) => void stream.resume().on('end', () => void stop()),
  })
  stop = server.stop
  const transport = openTransport(server.settings)
  closing.push(transport.close)
  expect(await replyTo(transport.send(MESSAGE))).toMatchObject({ outcome: 'temporary' })
})

test('names, subjects and headers cannot add a recipient or a header', async () => {
  const { send, received } = await open()
  const hostile = 'Ada\r\nBcc: <evil@x.example>\u202E\0'
  await send({
    ...MESSAGE,
    to: { name: `${hostile}" <evil@x.example>`, address: MESSAGE.to.address },
    subject: hostile.repeat(50),
    headers: { 'List-Id': hostile },
  })
  expect(received[0]?.to).toEqual(['ada@people.example'])
  const [head = ''] = (received[0]?.message ?? '').split('\r\n\r\n')
  expect(head).not.toMatch(/^(Bcc|evil)/m)
  for (const address of ['a@b.c>\r\nBcc: <evil@x.y', '"a b"@x.y', 'a@b@c', 'a@b.c, d@e.f', 'a @b.c'])
    await expect(send({ ...MESSAGE, to: { name: '', address } })).rejects.toThrow('cannot receive mail')
  expect(received).toHaveLength(1)
})

test('signs both headers of unsubscription with the key of the settings', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const dkim = { domain: 'acme.example', selector: 'mail', privateKey: pem }
  const { send, received } = await open({}, { dkim })
  const headers = {
    'List-Unsubscribe': '<https://acme.example/mail/unsubscribe/x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await send({ ...MESSAGE, headers })
  const signature = /DKIM-Signature:[^]+?(?=\r\n\S)/.exec(received[0]?.message ?? '')?.[0] ?? ''
  expect(signature.replaceAll(/\s/g, '')).toMatch(/d=acme\.example;.*s=mail;/)
  expect(signature.replaceAll(/\s/g, '')).toMatch(/h=[^;]*list-unsubscribe:[^;]*list-unsubscribe-post/i)
})
