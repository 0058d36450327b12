import { beforeAll, expect, test, vi } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { mailsOf, queue, sendMails } from '../support/fixtures/mails.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)
const server = useApp({ publicUrl: 'https://feedback.acme.example' })
const publicTenant = useTenant(server)

const MAILS = `query ($filter: MailFilter) { mails(first: 50, filter: $filter) {
  nodes { id kind state email subject text html reason user { id } dueAt } } }`
const CODE = { kind: 'sign_in_code' as const, values: { code: '483920', link: 'https://a.example/x' } }
type Nodes = { mails: { nodes: { id: string; state: string; text: string | null; html: string | null }[] } }

const list = async (filter: object = {}) =>
  ((await run(app, tenant.admin.session, MAILS, { filter })) as Nodes).mails.nodes

const store = async (one: typeof app, { organization: { id } }: typeof tenant) => {
  const worker = sendMails(one, null)
  await vi.waitFor(
    async () =>
      expect((await mailsOf(one, id)).every(({ state }) => state !== 'queued' && state !== 'sending')).toBe(
        true,
      ),
    { timeout: DEADLINE_MS },
  )
  await worker.stop()
}

beforeAll(async () => {
  for (const [one, { organization }] of [
    [app, tenant],
    [server, publicTenant],
  ] as const) {
    await one.database.pool.query(`update organizations set sign_up = 'open' where id = $1`, [
      organization.id,
    ])
    await queue(one, organization.id, CODE)
    await queue(one, organization.id)
    await queue(one, 0, { ...CODE, kind: 'password_changed' })
  }
  await queue(app, other.organization.id, CODE)
  await store(app, tenant)
  await store(server, publicTenant)
})

test('an admin of a local server reads stored codes of the organization alone', async () => {
  const nodes = await list()
  expect(nodes).toMatchObject([
    { kind: 'TEST', state: 'STORED', email: 'ada@people.example', user: null, dueAt: null },
    { kind: 'SIGN_IN_CODE', state: 'STORED', text: expect.stringContaining('483 920') as string },
  ])
  const [, code] = nodes
  const one = await run(app, tenant.admin.session, `query ($id: ID!) { mail(by: { id: $id }) { id html } }`, {
    id: code?.id,
  })
  expect(one.mail).toEqual({ id: code?.id, html: code?.html })
})

test('on a public server no admin reads a code, and other messages are open', async () => {
  const { mails } = await run(server, publicTenant.admin.session, MAILS)
  expect(mails.nodes).toMatchObject([
    { kind: 'TEST', text: expect.stringContaining('Mail from') as string },
    { kind: 'SIGN_IN_CODE', state: 'STORED', text: null, html: null },
  ])
})

test('filters the list', async () => {
  expect(await list({ kinds: ['TEST'] })).toHaveLength(1)
  expect(await list({ states: ['SENT'] })).toEqual([])
  expect(await list({ email: 'ADA@people.example' })).toHaveLength(2)
  expect(await list({ userId: `usr_${tenant.admin.id}` })).toEqual([])
})

test('only admins read mails, and OAuth tokens never do', async () => {
  const member = await tenant.member('member')
  for (const headers of [member.session, tenant.key, {}])
    for (const query of [
      '{ mails { totalCount } }',
      '{ mailSettings { waiting } }',
      'mutation { sendTestMail(input: {}) { mail { id } } }',
    ])
      expect(await refusal(app, headers, query)).toBeTruthy()
  expect(
    await run(app, member.session, `query ($id: ID!) { node(id: $id) { id } }`, {
      id: (await list())[0]?.id,
    }),
  ).toEqual({
    node: null,
  })
})

test('states the server, and sends a test message to the person who asks', async () => {
  const SEND = 'mutation { sendTestMail(input: {}) { mail { id kind state email user { id } } } }'
  const { sendTestMail } = await run(app, tenant.admin.session, SEND)
  expect(sendTestMail.mail).toMatchObject({ kind: 'TEST', state: 'QUEUED', email: tenant.admin.email })
  const SETTINGS = '{ mailSettings { transport from senderDomains isPublic problem sentToday waiting } }'
  expect(await run(app, tenant.admin.session, SETTINGS)).toEqual({
    mailSettings: {
      transport: 'STORED',
      from: null,
      senderDomains: [],
      isPublic: false,
      problem: null,
      sentToday: 0,
      waiting: 1,
    },
  })
  const change = async (name: string, id: string | undefined) => {
    const query = `mutation ($id: ID!) { ${name}(input: { id: $id }) { mail { state tries } } }`
    const data = (await run(app, tenant.admin.session, query, { id })) as Record<string, { mail: object }>
    return data[name]?.mail
  }
  const { id } = (sendTestMail as { mail: { id: string } }).mail
  expect(await change('retryMail', id)).toEqual({ state: 'QUEUED', tries: 0 })
  // The second time is a request whose first response was lost.
  for (let time = 0; time < 2; time++)
    expect(await change('cancelMail', id)).toEqual({ state: 'CANCELED', tries: 0 })
  const [stored] = await list({ states: ['STORED'] })
  await expect(change('retryMail', stored?.id)).rejects.toThrow('Only a waiting or failed mail')
  await expect(change('cancelMail', stored?.id)).rejects.toThrow('Only a waiting mail')
  await app.database.pool.query(`update mails set state = 'failed' where state = 'canceled'`)
  await expect(change('retryMail', id)).rejects.toThrow('The content of the mail is not kept')
  expect((await app.metrics.text()).text).toContain(
    'echolog_mails_total{kind="sign_in_code",state="stored"} ',
  )
  const audit = '{ auditEntries(filter: { actions: [MAIL_TESTED] }) { totalCount } }'
  expect(await run(app, tenant.admin.session, audit)).toEqual({ auditEntries: { totalCount: 1 } })
})

const PREVIEW = `query ($kind: MailKind!, $notification: NotificationKind, $changelogId: ID, $locale: Locale!) {
  previewMail(kind: $kind, notification: $notification, changelogId: $changelogId, locale: $locale) { subject text html } }`
const preview = (variables: object, caller = tenant.admin.session) =>
  run(app, caller, PREVIEW, { locale: 'EN', ...variables })

test('a preview shows what a mail would contain now, also a draft, and reads mails of people as people do', async () => {
  expect(await preview({ kind: 'NOTIFICATION' })).toEqual({ previewMail: null })
  const created = await run(
    app,
    tenant.keyAndAdmin,
    `mutation { post: createPost(input: { title: "Dark mode" }) { post { id } }
      entry: createChangelog(input: { title: "Not out yet", description: "Soon" }) { changelog { id } } }`,
  )
  const status = { kind: 'NOTIFICATION', notification: 'POST_STATUS_CHANGED' }
  expect(await preview({ ...status, locale: 'DE' })).toMatchObject({
    previewMail: { html: expect.stringContaining('Dark mode') as string },
  })
  const { post, entry } = created as { post: { post: { id: string } }; entry: { changelog: { id: string } } }
  await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($id: ID!) { createComment(input: { postId: $id, body: "secret", internal: true }) { comment { id } } }',
    { id: post.post.id },
  )
  const comment = { kind: 'NOTIFICATION', notification: 'COMMENT_ADDED' }
  expect(await preview(comment)).toEqual({ previewMail: null })
  const draft = await preview({ kind: 'NOTIFICATION', changelogId: entry.changelog.id })
  expect(draft).toMatchObject({ previewMail: { subject: expect.stringContaining('Not out yet') as string } })
  const code = await preview({ kind: 'SIGN_IN_CODE' })
  expect(code).toMatchObject({ previewMail: { text: expect.stringContaining('123 456') as string } })
  expect(
    await preview({ kind: 'NOTIFICATION', changelogId: entry.changelog.id }, other.admin.session),
  ).toEqual({
    previewMail: null,
  })
})

test('a page shows the preview to an admin, also in a frame of our own pages alone', async () => {
  const reader = new PageVisitor(app)
  await givePassword(app, [tenant.admin])
  await reader.signIn(tenant.admin.email, PASSWORD)
  const read = (headers: Record<string, string>, slug = tenant.organization.slug) =>
    reader.open(`/console/${slug}/settings/mail/preview.html?kind=TEST&locale=EN&scheme=dark`, headers)
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
  const page = await read(framed)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'; sandbox")
  expect(page.text).toContain('@media all')
  expect((await read({ ...framed, 'sec-fetch-site': 'cross-site' })).status).toBe(401)
  expect((await read(framed, other.organization.slug)).status).toBe(403)
})
