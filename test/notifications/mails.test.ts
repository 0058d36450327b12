import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { queue } from '../support/fixtures/mails.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { plan, setStatus } = notifying(app, tenant)
const { vote } = merging(app, tenant)
const { send, organizationId } = useMailWorkers(app)

/** Sends what was planned. Returns the messages by their recipients, and the reasons of those that were not sent. */
async function sent() {
  const { received, first } = await send()
  const open = "select 1 from mails where organization_id = $1 and state in ('queued', 'sending')"
  await expect
    .poll(async () => (await app.database.pool.query(open, [tenant.organization.id])).rowCount, {
      timeout: DEADLINE_MS,
    })
    .toBe(0)
  await first.stop()
  const { rows } = await app.database.pool.query<{ email: string; state: string; reason: string | null }>(
    'select email, state, reason from mails where organization_id = $1 order by id',
    [tenant.organization.id],
  )
  const bodies = received.map(({ to, message }) => [String(to[0]), unfolded(message)] as const)
  return { messages: Object.fromEntries(bodies), rows }
}

/** Returns a message without soft line breaks and encoded characters of quoted-printable (RFC 2045). */
const unfolded = (message: string) =>
  Buffer.from(
    message
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

test('a voter receives the new status with the answer, and a link that ends it', async () => {
  const { ada, eve } = await customers(app, tenant, 'ada', 'eve')
  const id = await submit(app, tenant.key, 'Dark mode')
  await vote(ada, id)
  await setStatus(id, 'planned')
  await createComment(
    app,
    tenant.keyAndAdmin,
    id,
    'We work on it: https://acme.example/x, see [the guide](https://acme.example/guide)\n\nIt comes in May.',
    { official: true },
  )
  const subscribe = 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }'
  await run(app, ada, subscribe, { id: `post_${id}` })
  await createComment(app, eve, id, 'See https://evil.example/x')
  await createComment(app, tenant.keyAndAdmin, id, 'Hidden words', { internal: true })
  await plan()
  const { messages } = await sent()
  const message = messages[emailOf('ada')]
  expect(message).toMatch(/^Subject: Planned: Dark mode\r$/m)
  expect(message).toContain('"Dark mode" is now: Planned.')
  expect(message).toContain(
    '> We work on it: https://acme.example/x, see the guide (https://acme.example/guide)\r\n> \r\n> It comes in May.',
  )
  expect(message).toMatch(/<p dir="auto"[^>]*>It comes in May\.<\/p>/)
  expect(message).toContain('> See [link]')
  expect(message).toContain('/@acme/p/dark-mode')
  expect(message).toMatch(/\/mail\/unsubscribe\/1\.\d+\.\d+\.p-\d+\.[\w-]{22}/)
  expect(message).toMatch(/\/mail\/preferences\/1\.\d+\.\d+\.a\.[\w-]{22}/)
  expect(message).toMatch(/^List-Id: <\d+\.127\.0\.0\.1>\r$/im)
  const thread = `<post.${tenant.organization.id}.${id}@127.0.0.1>`
  expect(message).toMatch(new RegExp(`^In-Reply-To: ${thread}\r$`, 'm'))
  expect(message).toMatch(new RegExp(`^References: ${thread}\r$`, 'm'))
  // One-click links require https (RFC 8058).
  expect(message).not.toMatch(/^List-Unsubscribe/m)
  expect(message).not.toContain('Hidden words')
})

test.each([
  ['its post became private', (id: string) => `update posts set private = true where id = ${id}`],
  [
    'its status has returned',
    (id: string) => `update posts set status_id = (
    select s.id from statuses s where s.organization_id = posts.organization_id and s.slug = 'submitted') where id = ${id}`,
  ],
  ['its reader was blocked', () => "update users set blocked = true where name = 'bob'"],
  ['its reader wants no mail', () => "update users set no_mail = true where name = 'bob'"],
  [
    'its reader has another address',
    () => "update users set email = 'other@people.example' where name = 'bob'",
  ],
  [
    'its reader has muted the post',
    (id: string) => `insert into post_mutes (organization_id, post_id, user_id)
    select organization_id, ${id}, id from users where name = 'bob'`,
  ],
])('a planned mail is not sent when %s', async (_reason, change) => {
  await app.database.pool.query(
    "delete from users where name = 'bob' and organization_id = $1 and not exists (select 1 from votes v where v.organization_id = $1 and v.user_id = users.id)",
    [tenant.organization.id],
  )
  await app.database.pool.query(
    "update users set blocked = false, no_mail = false, name = 'former', email = null where name = 'bob'",
  )
  const { bob } = await customers(app, tenant, 'bob')
  const id = await submit(app, tenant.key, 'Secret plans')
  await vote(bob, id)
  await setStatus(id, 'planned')
  await plan()
  await app.database.pool.query(change(id))
  const { messages, rows } = await sent()
  expect(messages).toEqual({})
  expect(rows).toMatchObject([{ state: 'skipped' }])
})

test('a code is sent at once while notifications wait for a limit, at whose rate they are due', async () => {
  const people = await customers(app, tenant, 'first', 'second', 'third')
  const id = await submit(app, tenant.key, 'Wanted by many')
  for (const headers of Object.values(people)) await vote(headers, id)
  await setStatus(id, 'planned')
  await plan(60)
  const { rows } = await app.database.pool.query<{ s: number }>(
    'select extract(epoch from due_at - min(due_at) over ())::int as s from mails where organization_id = $1 order by id',
    [tenant.organization.id],
  )
  expect(rows.map(({ s }) => s)).toEqual([0, 1, 2])
  await app.database.pool.query("update mails set due_at = now() - interval '1 second'")
  await send({}, { perMinute: 1 })
  const statesOf = async (organization: number) =>
    (
      await app.database.pool.query<{ state: string }>(
        "select state from mails where organization_id = $1 and state <> 'sending' order by state::text",
        [organization],
      )
    ).rows.map(({ state }) => state)
  const waiting = ['queued', 'queued', 'sent']
  await expect.poll(() => statesOf(tenant.organization.id), { timeout: DEADLINE_MS }).toEqual(waiting)
  await queue(app, organizationId(), { kind: 'sign_in_code', values: { code: '483920', link: '' } })
  await expect.poll(() => statesOf(organizationId()), { timeout: DEADLINE_MS }).toEqual(['sent'])
  expect(await statesOf(tenant.organization.id)).toEqual(waiting)
})

test('a person whose vote the team has added reads by whom', async () => {
  const id = await submit(app, tenant.key, 'Asked for on the phone')
  const add =
    'mutation ($id: ID!) { castVote(input: { id: $id, onBehalfOf: { email: "zoe@people.example" } }) { post { id } } }'
  await run(app, tenant.admin.session, add, { id: postId(id) })
  await setStatus(id, 'planned')
  await plan()
  const { messages } = await sent()
  expect(messages['zoe@people.example']).toContain('because admin of acme of Name of acme added your vote.')
})
