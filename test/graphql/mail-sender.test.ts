import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { mailsOf, queue, sendMails } from '../support/fixtures/mails.ts'
import { reply, startMailServer } from '../support/mail-server.ts'
import { useApp, useTenant } from '../support/use.ts'

const SERVER = {
  ...{ host: '127.0.0.1', port: 1, implicitTls: false, tls: 'off' as const, login: null, dkim: null },
  from: { name: 'Acme', address: 'feedback@acme.example' },
  ...{
    retrySchedule: [],
    perMinute: 0,
    perDomainPerMinute: 0,
    senderDomains: ['acme.example'],
    bounceAddress: null,
  },
}
const app = useApp({ mail: SERVER })
const tenant = useTenant(app)
const FIELDS = '{ mailSenderName mailSenderAddress mailReplyTo mailFooter timeZone notifyPeopleOfImports }'
const update = `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization ${FIELDS} } }`

test('an admin sets the sender below the domains of the operator, and only the team reads it', async () => {
  const input = {
    mailSenderName: ' Acme team ',
    mailSenderAddress: 'Hello@News.Acme.example',
    mailReplyTo: 'help@elsewhere.example',
    mailFooter: '1 Main Street',
    timeZone: 'Europe/Berlin',
    notifyPeopleOfImports: true,
  }
  const stored = { ...input, mailSenderName: 'Acme team', mailSenderAddress: 'hello@news.acme.example' }
  expect(await run(app, tenant.admin.session, update, { input })).toMatchObject({
    updateOrganization: { organization: stored },
  })
  const customer = await tenant.sso({ email: 'ada@people.example', add_as_customer: true })
  expect((await run(app, customer, `{ organization ${FIELDS} }`)).organization).toEqual({
    ...{ mailSenderName: null, mailSenderAddress: null, mailReplyTo: null, mailFooter: null },
    ...{ timeZone: null, notifyPeopleOfImports: null },
  })
  for (const mailSenderAddress of ['a@other.example', 'a@notacme.example', 'a@acme.example.evil.example'])
    expect(await refusal(app, tenant.admin.session, update, { input: { mailSenderAddress } })).toMatchObject({
      message: '"mailSenderAddress" must be below acme.example.',
    })
  for (const bad of [
    { mailSenderAddress: 'a"b c"@acme.example' },
    { mailReplyTo: 'x@y.example>\r\nBcc: <evil@x.example' },
    { mailFooter: 'x'.repeat(501) },
    { mailSenderName: 'x'.repeat(101) },
    { timeZone: 'Europe/Atlantis' },
  ])
    expect(await refusal(app, tenant.admin.session, update, { input: bad })).toBeTruthy()
  expect((await run(app, tenant.admin.session, `{ organization ${FIELDS} }`)).organization).toEqual(stored)
  const nothing = { mailSenderName: null, mailSenderAddress: null, mailReplyTo: null, mailFooter: '' }
  expect(await run(app, tenant.admin.session, update, { input: nothing })).toMatchObject({
    updateOrganization: { organization: nothing },
  })
})

test('the reply of a server that refuses all mail is the problem of each organization', async () => {
  const server = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(reply(530, '5.7.0 Authentication required')),
  })
  const worker = sendMails(app, { ...server.settings, tls: 'off' }, [600_000])
  const { id } = tenant.organization
  await queue(app, id)
  await expect
    .poll(async () => (await mailsOf(app, id)).map(({ reply: last }) => last))
    .toEqual(['530 5.7.0 Authentication required'])
  await worker.stop()
  await server.stop()
  const SETTINGS = '{ mailSettings { transport from senderDomains problem waiting } }'
  expect(await run(app, tenant.admin.session, SETTINGS)).toEqual({
    mailSettings: {
      ...{ transport: 'SMTP', from: 'feedback@acme.example', senderDomains: ['acme.example'], waiting: 1 },
      problem: '530 5.7.0 Authentication required',
    },
  })
})
