import { expect, test, vi } from 'vitest'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { schema } from '../../src/schema.ts'
import { startMail } from '../../src/mail/worker.ts'
import { purgeMails } from '../../src/modules/mail/purge-mails.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { queue, sendMails } from '../support/fixtures/mails.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const { closing, letPass, organizationId, rows, send, until } = useMailWorkers(app)

test('sends a queued mail in the name of its organization, and keeps no content', async () => {
  await app.database.pool.query(
    `update organizations set mail_sender_name = 'Acme "x" <evil@x.example>', mail_sender_address = 'hello@news.acme.example',
      mail_reply_to = 'help@acme.example', mail_footer = '1 Main Street' where id = $1`,
    [organizationId()],
  )
  const { received } = await send()
  const id = await queue(app, organizationId(), {
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
  expect(message).toContain(`Message-ID: <m.${organizationId()}.${id}@127.0.0.1>`)
  expect(message).not.toMatch(/^(List-Unsubscribe|Bcc)/m)
  expect(message).toContain('483 920')
})

test('an address outside of the domains of the operator is not used as the sender', async () => {
  await app.database.pool.query('update organizations set mail_sender_address = $2 where id = $1', [
    organizationId(),
    'ceo@other.example',
  ])
  const { received } = await send()
  await queue(app, organizationId())
  await until(['sent'])
  expect(received[0]?.message).toMatch(/^From: .* <feedback@acme\.example>\r$/m)
})

test('without a server, the message is stored encrypted', async () => {
  const worker = sendMails(app, null)
  closing.push(() => worker.stop())
  const id = await queue(app, organizationId(), {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example/x' },
  })
  await until(['stored'])
  const [row] = await rows()
  const sealed = row?.contentCiphertext ?? Buffer.alloc(0)
  expect(sealed.includes('483')).toBe(false)
  const location = sealedLocation('mails.content_ciphertext', organizationId(), id)
  const message = JSON.parse(decrypt(app.services.keys.encryption, sealed, location)) as object
  expect(message).toEqual({
    subject: row?.subject,
    text: expect.stringContaining('483 920') as string,
    html: expect.stringContaining('483 920') as string,
  })
})

test('a code that waited too long is not sent', async () => {
  const { id } = {
    id: await queue(app, organizationId(), { kind: 'sign_in_code', values: { code: '1', link: '' } }),
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

test('limits delay mails without a try', async () => {
  const { received } = await send({}, { perDomainPerMinute: 2 })
  for (const name of ['a', 'b', 'c']) await queue(app, organizationId(), { email: `${name}@busy.example` })
  await queue(app, organizationId(), { email: 'd@other.example' })
  await until(['sent', 'sent', 'queued', 'sent'])
  const [, , delayed] = await rows()
  expect(delayed).toMatchObject({ tries: 0, reason: 'A limit of the service delays it' })
  expect(delayed?.dueAt.getTime()).toBeGreaterThan(Date.now())
  expect(received).toHaveLength(3)
})

test('a mail whose invitation has ended is skipped', async () => {
  const { received } = await send()
  await queue(app, organizationId(), {
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
  const log = createLogger('trace', { destination: { write: (line: string) => lines.push(line) } })
  const worker = startMail({ services: app.services, schema, settings: null, log })
  closing.push(() => worker.stop())
  await queue(app, organizationId(), {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example/tok' },
  })
  await until(['stored'])
  await vi.waitFor(() => expect(lines.join()).toContain('"kind":"sign_in_code"'), { timeout: DEADLINE_MS })
  expect(lines.join()).not.toMatch(/people\.example|483|tok|Sign in to/)
})

test('mails are deleted after 30 days', async () => {
  await queue(app, organizationId())
  await letPass(29 * 86_400)
  expect(await purgeMails(app.services.db, 100)).toBe(0)
  await letPass(86_400)
  expect(await purgeMails(app.services.db, 100)).toBe(1)
  expect(await rows()).toEqual([])
})
