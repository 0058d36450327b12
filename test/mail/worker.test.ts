import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import { claimMails } from '../../src/mail/claim-mails.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import type { SendingSettings } from '../../src/mail/settings.ts'
import { startMail } from '../../src/mail/worker.ts'
import { purgeMails } from '../../src/modules/mail/purge-mails.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { mailsOf, queue, sendMails } from '../support/fixtures/mails.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { reply, startMailServer } from '../support/mail-server.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  tenant = await createTenant(app)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await app.database.pool.query('delete from mails')
})

/** Starts a mail server and a worker that sends to it. */
async function send(options: SMTPServerOptions = {}, changes: Partial<SendingSettings> = {}) {
  const server = await startMailServer({ disabledCommands: ['STARTTLS'], ...options })
  closing.push(server.stop)
  const start = () => {
    const worker = sendMails(app, { ...server.settings, tls: 'off', ...changes })
    closing.push(() => worker.stop())
    return worker
  }
  start()
  return { ...server, start }
}

const rows = () => mailsOf(app, tenant.organization.id)
const states = async () => (await rows()).map(({ state }) => state)
const until = (expected: unknown[]) => expect.poll(states, { timeout: DEADLINE_MS }).toEqual(expected)

/** Lets time pass for queued and leased mails. */
const letPass = (seconds: number) =>
  app.database.pool.query(
    'update mails set due_at = due_at - make_interval(secs => $1), created_at = created_at - make_interval(secs => $1)',
    [seconds],
  )

test('sends a queued mail in the name of its organization, and keeps no content', async () => {
  await app.database.pool.query(
    `update organizations set mail_sender_name = 'Acme "x" <evil@x.example>', mail_sender_address = 'hello@news.acme.example',
      mail_reply_to = 'help@acme.example', mail_footer = '1 Main Street' where id = $1`,
    [tenant.organization.id],
  )
  const { received } = await send()
  const id = await queue(app, tenant.organization.id, {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example/x' },
  })
  await until(['sent'])
  const [row] = await rows()
  expect(row).toMatchObject({ tries: 1, owner: null, contentCiphertext: null, reason: null })
  expect(row?.reply).toMatch(/^250 /)
  expect(row?.sentAt).toBeInstanceOf(Date)
  expect(received).toMatchObject([{ from: 'feedback@acme.example', to: ['ada@people.example'] }])
  const message = received[0]?.message ?? ''
  expect(message).toMatch(/^From: "Acme \\"x\\" <evil@x\.example>" <hello@news\.acme\.example>\r$/m)
  expect(message).toMatch(/^Reply-To: help@acme\.example\r$/m)
  expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(message).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
  expect(message).toContain(`Message-ID: <m.${tenant.organization.id}.${id}@127.0.0.1>`)
  expect(message).not.toMatch(/^(List-Unsubscribe|Bcc)/m)
  expect(message).toContain('483 920')
})

test('an address outside of the domains of the operator is not used as the sender', async () => {
  await app.database.pool.query('update organizations set mail_sender_address = $2 where id = $1', [
    tenant.organization.id,
    'ceo@other.example',
  ])
  const { received } = await send()
  await queue(app, tenant.organization.id)
  await until(['sent'])
  expect(received[0]?.message).toMatch(/^From: .* <feedback@acme\.example>\r$/m)
})

test('without a server, the message is stored encrypted', async () => {
  const worker = sendMails(app, null)
  closing.push(() => worker.stop())
  const id = await queue(app, tenant.organization.id, {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example/x' },
  })
  await until(['stored'])
  const [row] = await rows()
  const sealed = row?.contentCiphertext ?? Buffer.alloc(0)
  expect(sealed.includes('483')).toBe(false)
  const location = sealedLocation('mails.content_ciphertext', tenant.organization.id, id)
  const message = JSON.parse(decrypt(app.services.keys.encryption, sealed, location)) as object
  expect(message).toEqual({
    subject: row?.subject,
    text: expect.stringContaining('483 920') as string,
    html: expect.stringContaining('483 920') as string,
  })
})

test('a temporary refusal of a recipient is tried again by the schedule, and a final one is not', async () => {
  let tries = 0
  const { received } = await send({
    onRcptTo({ address }, _session, done) {
      if (address === 'gone@people.example') return done(reply(550, '5.1.1 No such user'))
      if (address === 'spam@people.example') return done(reply(554, '5.7.1 Looks like spam'))
      done(address === 'busy@people.example' && ++tries < 3 ? reply(450, '4.2.1 Try again') : null)
    },
  })
  for (const name of ['gone', 'spam', 'busy'])
    await queue(app, tenant.organization.id, { email: `${name}@people.example` })
  await until(['failed', 'failed', 'sent'])
  const [gone, spam, busy] = await rows()
  expect(gone).toMatchObject({
    tries: 1,
    reason: 'There is no such mailbox',
    reply: '550 5.1.1 No such user',
  })
  expect(spam).toMatchObject({ tries: 1, reason: 'The mail server refused it' })
  expect(busy).toMatchObject({ tries: 3, reason: null })
  expect(received).toHaveLength(1)
})

test('a mail fails when its schedule ends, and a code when it has expired', async () => {
  await send(
    { onRcptTo: (_address, _session, done) => done(reply(451, '4.7.1 Greylisted')) },
    { retrySchedule: [50, 900_000] },
  )
  await queue(app, tenant.organization.id, {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example' },
  })
  await until(['failed'])
  expect(await rows()).toMatchObject([
    { tries: 2, reason: 'Its code or link has expired', contentCiphertext: null },
  ])
  await queue(app, tenant.organization.id)
  await expect.poll(async () => (await rows())[1]?.tries, { timeout: DEADLINE_MS }).toBe(2)
  await letPass(900)
  await until(['failed', 'failed'])
  const [, last] = await rows()
  expect(last).toMatchObject({ tries: 3, reason: 'Every try has failed', reply: '451 4.7.1 Greylisted' })
  expect(last?.contentCiphertext).not.toBeNull()
})

test('a code that waited too long is not sent', async () => {
  const { id } = {
    id: await queue(app, tenant.organization.id, { kind: 'sign_in_code', values: { code: '1', link: '' } }),
  }
  await letPass(901)
  const { received } = await send()
  await until(['failed'])
  expect((await rows())[0]).toMatchObject({
    id,
    reason: 'Its code or link has expired',
    contentCiphertext: null,
  })
  expect(received).toEqual([])
})

test('a refused sender pauses all mail, costs no try, and ends with the next accepted message', async () => {
  let refuses = true
  const { received } = await send({
    onMailFrom: (_address, _session, done) =>
      done(refuses ? reply(530, '5.7.0 Authentication required') : null),
  })
  for (let n = 0; n < 5; n++) await queue(app, tenant.organization.id)
  await expect
    .poll(async () => (await rows()).some(({ reason }) => reason === 'The mail server refuses all mail'), {
      timeout: DEADLINE_MS,
    })
    .toBe(true)
  refuses = false
  await until(Array(5).fill('sent'))
  expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
  expect(received).toHaveLength(5)
})

test('a connection that is closed after DATA is tried again with the same Message-ID', async () => {
  let closes = true
  const messages: string[] = []
  await send({
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (part: Buffer) => (message += part.toString()))
      stream.on('end', () => {
        messages.push(message)
        if (!closes) return done(null)
        closes = false
        ;(session as unknown as { _socket?: unknown })._socket = null
        done(reply(421, '4.3.2 Closing'))
      })
    },
  })
  await queue(app, tenant.organization.id)
  await until(['sent'])
  const ids = messages.map((message) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('two workers send each mail once, and the urgent ones first', async () => {
  for (let n = 0; n < 60; n++) await queue(app, tenant.organization.id, { email: `p${n}@people.example` })
  await queue(app, tenant.organization.id, {
    ...{ kind: 'password_changed', email: 'urgent@people.example' },
  })
  // Times are rounded to milliseconds.
  await letPass(1)
  const claimed = await claimMails(app.services.db, 'a worker', 1)
  expect(claimed).toMatchObject([{ email: 'urgent@people.example' }])
  await letPass(600)
  const { received, start } = await send()
  start()
  await until(Array(61).fill('sent'))
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(61)
  expect(received).toHaveLength(61)
})

test('the mails of a worker that died are sent when its lease ends, and its results do not count', async () => {
  await queue(app, tenant.organization.id)
  await letPass(1)
  expect(await claimMails(app.services.db, 'a dead worker', 10)).toHaveLength(1)
  expect(await claimMails(app.services.db, 'another', 10)).toEqual([])
  const { received } = await send()
  await letPass(121)
  await until(['sent'])
  expect(await rows()).toMatchObject([{ tries: 2 }])
  expect(received).toHaveLength(1)
})

test('organizations take turns, so that a thousand mails of one delay no other', async () => {
  const other = await createTenant(app)
  const { db } = app.services
  const now = new Date()
  await db
    .insertInto('mails')
    .values(
      Array.from({ length: 800 }, () => ({
        ...{ organizationId: tenant.organization.id, kind: 'test' as const, email: 'a@b.example' },
        ...{ locale: 'en', dueAt: now },
      })),
    )
    .execute()
  await queue(app, other.organization.id)
  await letPass(1)
  const claimed = await claimMails(db, 'a worker', 10)
  expect(claimed.filter(({ organizationId }) => organizationId === other.organization.id)).toHaveLength(1)
  expect(claimed).toHaveLength(10)
})

test('limits delay mails without a try', async () => {
  const { received } = await send({}, { perDomainPerMinute: 2 })
  for (const name of ['a', 'b', 'c'])
    await queue(app, tenant.organization.id, { email: `${name}@busy.example` })
  await queue(app, tenant.organization.id, { email: 'd@other.example' })
  await until(['sent', 'sent', 'queued', 'sent'])
  const [, , delayed] = await rows()
  expect(delayed).toMatchObject({ tries: 0, reason: 'A limit of the service delays it' })
  expect(delayed?.dueAt.getTime()).toBeGreaterThan(Date.now())
  expect(received).toHaveLength(3)
})

test('a mail whose invitation has ended is skipped', async () => {
  const { received } = await send()
  await queue(app, tenant.organization.id, {
    kind: 'invitation',
    values: { link: 'https://a.example', role: 'admin', invitedBy: 'Ada' },
  })
  await until(['skipped'])
  expect(await rows()).toMatchObject([
    { reason: 'The invitation is not open any more', contentCiphertext: null },
  ])
  expect(received).toEqual([])
})

test('the log has no address, subject or code', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { destination: { write: (line: string) => lines.push(line) } as never })
  const worker = startMail({ services: app.services, settings: null, log })
  closing.push(() => worker.stop())
  await queue(app, tenant.organization.id, {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example/tok' },
  })
  await until(['stored'])
  await vi.waitFor(() => expect(lines.join()).toContain('"kind":"sign_in_code"'), { timeout: DEADLINE_MS })
  expect(lines.join()).not.toMatch(/people\.example|483|tok|Sign in to/)
})

test('mails are deleted after 30 days', async () => {
  await queue(app, tenant.organization.id)
  await letPass(29 * 86_400)
  expect(await purgeMails(app.services.db, 100)).toBe(0)
  await letPass(86_400)
  expect(await purgeMails(app.services.db, 100)).toBe(1)
  expect(await rows()).toEqual([])
})
