import { beforeEach, expect, test } from 'vitest'
import { mailsOf, queue } from '../support/fixtures/mails.ts'
import { reporting } from '../support/fixtures/reporting.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const TOKEN = 'a-token-of-the-operator'
const app = useApp({ mailReportToken: TOKEN })
const closed = useApp()
const { organizationId, rows, send, until } = useMailWorkers(app)
const ADA = 'ada@people.example'
const { post, postJson, suppressions } = reporting(app, TOKEN)

beforeEach(() => app.database.pool.query('delete from mail_suppressions'))

/** Sends a mail with a tag. Returns the address of its envelope. */
async function sendTagged(): Promise<string> {
  const { received } = await send({}, { bounceAddress: 'bounces@acme.example' })
  await queue(app, organizationId(), { email: ADA })
  await until(['sent'])
  return received[0]?.from ?? ''
}

const bounce = (to: string, status = '5.1.1', action = 'failed') =>
  [
    `To: <${to}>`,
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_b"',
    '',
    '--=_b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--=_b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.acme.example',
    '',
    `Final-Recipient: rfc822; ${ADA}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} No such user`,
    '--=_b--',
    '',
  ].join('\r\n')

test('a bounce names its mail by the signed tag, and suppresses the address only without a mailbox', async () => {
  const tagged = await sendTagged()
  expect(tagged).toMatch(/^bounces\+[\da-z]+-[\da-z]+-[\da-f]{20}@acme\.example$/)
  for (const action of ['delayed', 'delivered'])
    expect((await post(bounce(tagged, '5.1.1', action))).body.applied).toBe(0)
  expect((await rows())[0]?.report).toBeNull()
  expect((await post(bounce(tagged, '5.7.1'))).body).toEqual({ success: true, applied: 1 })
  expect((await rows())[0]?.report).toBe('bounced')
  expect(await suppressions()).toEqual([])
  const [, ...parts] = bounce(tagged, '5.7.1').split('\r\n\r\n')
  const body = `${parts.join('\r\n\r\n')}Return-Path: <${tagged}>`
  const type = 'multipart/report; report-type=delivery-status; boundary="=_b"'
  expect((await post(body, { type })).body.applied).toBe(1)
  for (let at = 0; at < 2; at++) expect((await post(bounce(tagged.toUpperCase()))).status).toBe(200)
  expect(await suppressions()).toEqual([
    [0, 'bounce'],
    [organizationId(), 'bounce'],
  ])
})

test('a complaint is read from its form, and replaces a bounce', async () => {
  const tagged = await sendTagged()
  await post(bounce(tagged))
  const complaint = bounce('complaints@acme.example')
    .replace('message/delivery-status', 'message/feedback-report')
    .replace('Action: failed', `Feedback-Type: abuse\r\nOriginal-Mail-From: <${tagged}>`)
    .replace(/Reporting-MTA.*\r\n\r\n/, '')
  expect((await post(complaint)).body.applied).toBe(1)
  expect((await rows())[0]?.report).toBe('complained')
  expect(await suppressions()).toContainEqual([organizationId(), 'complaint'])
  await post(bounce(tagged))
  expect((await rows())[0]?.report).toBe('complained')
  expect(await suppressions()).toContainEqual([organizationId(), 'complaint'])
})

test('forged tags, other messages and hostile ones change nothing', async () => {
  const tagged = await sendTagged()
  const other = tagged.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  const nested = (depth: number): string =>
    depth === 0
      ? bounce(tagged)
      : `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`
  const harmless = [
    bounce(other),
    bounce('bounces@acme.example'),
    bounce(tagged).replace('multipart/report', 'text/plain'),
    bounce(tagged)
      .replace('message/delivery-status', 'message/feedback-report')
      .replace(/Reporting-MTA.*\r\n\r\n/, 'Feedback-Type: not-spam\r\n'),
    'no message',
    '',
    nested(4),
    `Content-Type: multipart/report; boundary=b\n\n${'--b\n'.repeat(200_000)}`,
    `To: ${'+1-1-'.repeat(200_000)}\n\n`,
    `Content-Type: ${'; boundary'.repeat(5_000)}\n\n`,
  ]
  for (const message of harmless) {
    expect((await post(message)).body).toEqual({ success: true, applied: 0 })
  }
  expect((await post(bounce(tagged) + 'x'.repeat(1_048_576))).status).toBe(413)
  expect((await rows())[0]?.report).toBeNull()
  expect(await suppressions()).toEqual([])
})

test('only the token opens the reports, and without the setting they are closed', async () => {
  const tagged = await sendTagged()
  const basic = (password: string) => `Basic ${Buffer.from(`provider:${password}`).toString('base64')}`
  for (const Authorization of ['', 'Bearer wrong', basic('wrong'), `Token ${TOKEN}`]) {
    const refused = await post(bounce(tagged), { headers: { Authorization } })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="mail reports"',
    ])
  }
  expect((await post(bounce(tagged), { to: closed })).status).toBe(404)
  expect((await post('{}', { type: 'application/x-www-form-urlencoded' })).status).toBe(415)
  expect((await rows())[0]?.report).toBeNull()
  expect((await post(bounce(tagged), { headers: { Authorization: basic(TOKEN) } })).body.applied).toBe(1)
})

test('a report after the erasure of the person stores no address', async () => {
  const tagged = await sendTagged()
  await app.database.pool.query('update mails set email = null')
  expect((await post(bounce(tagged))).body).toEqual({ success: true, applied: 0 })
  await postJson({ reports: [{ type: 'complaint', email: ADA }] })
  expect(await suppressions()).toEqual([])
  expect((await mailsOf(app, organizationId()))[0]?.report).toBeNull()
})
