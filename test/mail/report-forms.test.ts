import { beforeEach, expect, test } from 'vitest'
import { queue } from '../support/fixtures/mails.ts'
import { reporting } from '../support/fixtures/reporting.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const TOKEN = 'a-token-of-the-operator'
const app = useApp({ mailReportToken: TOKEN })
const { organizationId, rows, send, until } = useMailWorkers(app)
const { post, postJson, suppressions } = reporting(app, TOKEN)
const ADA = 'ada@people.example'

beforeEach(async () => {
  await app.database.pool.query('delete from mail_suppressions')
  await send()
  await queue(app, organizationId(), { email: ADA })
  await until(['sent'])
})

const MESSAGE_ID = 'm.1.1@feedback.example'
/** A form with the suppressions that it causes, and the state of the mail if that does not follow from them. */
type Form = [name: string, body: (email: string) => unknown, reasons: string[], state?: string]
const FORMS: Form[] = [
  ['our own', (email) => ({ reports: [{ type: 'bounce', email, permanent: true }] }), ['bounce', 'bounce']],
  ['Postmark', (Email) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email }), ['bounce', 'bounce']],
  ['Postmark', (Email) => ({ RecordType: 'Bounce', Type: 'AutoResponder', Email }), []],
  ['Postmark', (Email) => ({ RecordType: 'Bounce', Type: 'SoftBounce', Email }), [], 'bounced'],
  ['Postmark', (Email) => ({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email }), ['complaint']],
  [
    'Mailgun',
    (recipient) => ({
      signature: {},
      'event-data': {
        ...{ event: 'failed', severity: 'permanent', reason: 'bounce', recipient },
        message: { headers: { 'message-id': MESSAGE_ID } },
      },
    }),
    ['bounce', 'bounce'],
  ],
  ['Mailgun', (recipient) => ({ 'event-data': { event: 'failed', severity: 'temporary', recipient } }), []],
  ['SendGrid', (email) => [{ sg_event_id: '1', event: 'bounce', type: 'blocked', email }], [], 'bounced'],
  [
    'SendGrid',
    (email) => [
      { sg_event_id: '1', event: 'delivered', email },
      { sg_event_id: '2', event: 'spamreport', email, 'smtp-id': `<${MESSAGE_ID}>` },
    ],
    ['complaint'],
  ],
  [
    'Amazon SES',
    (emailAddress) => ({
      Type: 'Notification',
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
      }),
    }),
    ['bounce', 'bounce'],
  ],
  [
    'Amazon SES',
    (emailAddress) => ({
      eventType: 'Bounce',
      bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress }] },
    }),
    [],
  ],
  [
    'Amazon SES',
    (emailAddress) => ({
      eventType: 'Complaint',
      complaint: { complaintFeedbackType: 'not-spam', complainedRecipients: [{ emailAddress }] },
    }),
    [],
  ],
  [
    'Amazon SNS',
    () => ({
      Type: 'SubscriptionConfirmation',
      SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Token=1',
    }),
    [],
  ],
]

test.each(FORMS)('a report in the form of %s acts on its address', async (_name, body, reasons, state) => {
  expect((await postJson(body(ADA))).status).toBe(200)
  expect((await suppressions()).map(([, reason]) => reason)).toEqual(reasons)
  const states = { bounce: 'bounced', complaint: 'complained' }
  const reason = reasons.at(-1) as keyof typeof states
  expect((await rows())[0]?.report).toBe(state ?? states[reason] ?? null)
})

test('the Message-ID names a mail to the reported address alone', async () => {
  await queue(app, organizationId(), { email: ADA })
  await until(['sent', 'sent'])
  const [first] = await rows()
  const detail = `Message m.${first?.organizationId}.${first?.id}@feedback.example`
  const report = (email: string) => postJson({ reports: [{ type: 'bounce', email, detail }] })
  await report('eve@people.example')
  expect((await rows()).map((row) => row.report)).toEqual([null, null])
  await report(ADA)
  expect((await rows()).map((row) => row.report)).toEqual(['bounced', null])
})

test('invalid JSON reports are refused as a whole', async () => {
  const right = { type: 'bounce', email: ADA, permanent: true }
  for (const wrong of [{ ...right, type: 'click' }, { ...right, email: 'ada' }, null])
    expect((await postJson({ reports: [right, wrong] })).status).toBe(400)
  for (const text of ['{', '1', '[[]]', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`])
    expect((await post(text, { type: 'application/json' })).status, text.slice(0, 9)).toBe(400)
  expect((await postJson({ reports: Array(1_001).fill(right) })).status).toBe(400)
  expect(await suppressions()).toEqual([])
})

test('words of a report with NUL, which PostgreSQL refuses, are stored without it', async () => {
  const report = { type: 'complaint', email: ADA, detail: 'Un\0wanted' }
  expect((await postJson({ reports: [report] })).body).toEqual({ success: true, applied: 1 })
  const { rows: found } = await app.database.pool.query('select detail from mail_suppressions')
  expect(found).toEqual([{ detail: 'Unwanted' }])
})

test('plain text is JSON or is refused with the types that are read', async () => {
  expect((await post('{"reports":[]}', { type: 'text/plain; charset=UTF-8' })).status).toBe(200)
  const { status, body } = await post('To: ada', { type: 'text/plain' })
  expect([status, body]).toMatchObject([415, { message: expect.stringContaining('multipart/report') }])
})
