import { beforeEach, expect, test } from 'vitest'
import { mailKey } from '../../src/modules/notifications/links/mail-key.ts'
import { mailToken, type MailTarget } from '../../src/modules/notifications/links/mail-token.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let ada: Headers
let userId: number

beforeEach(async () => {
  ;({ ada } = await customers(app, tenant, 'ada'))
  userId = (await run(app, ada, '{ viewer { user { databaseId } } }')).viewer.user.databaseId
})

const tokenOf = async (target: MailTarget) => {
  const { db, keys } = app.services
  const organizationId = tenant.organization.id
  return mailToken(await mailKey(db, keys.encryption, organizationId), { organizationId, userId, target })
}
const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
const choicesOf = async () =>
  (await run(app, ada, '{ notificationPreferences { noMail kinds { kind frequency inBell } } }'))
    .notificationPreferences
const frequencyOf = async (kind: string) =>
  (await choicesOf()).kinds.find((one: { kind: string }) => one.kind === kind).frequency

test('a program ends a kind with one click, from everywhere and twice, and a GET changes nothing', async () => {
  const path = `/mail/unsubscribe/${await tokenOf({ type: 'kind', kind: 'comment_added' })}`
  for (let at = 0; at < 3; at++) expect((await ask('GET', path)).status).toBe(200)
  expect(await frequencyOf('COMMENT_ADDED')).toBe('AT_ONCE')
  for (let at = 0; at < 2; at++) {
    const answer = await ask('POST', path, 'List-Unsubscribe=One-Click', { Origin: 'https://mail.example' })
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null])
  }
  expect(await frequencyOf('COMMENT_ADDED')).toBe('NEVER')
  expect(await frequencyOf('POST_STATUS_CHANGED')).toBe('AT_ONCE')
})

test('an admin reads the choices of a person, and another member does not', async () => {
  const id = `usr_${userId}`
  const of = 'query ($id: ID!) { notificationPreferences(userId: $id) { kinds { kind frequency inBell } } }'
  const { kinds } = await choicesOf()
  expect(await run(app, tenant.admin.session, of, { id })).toEqual({ notificationPreferences: { kinds } })
  const member = await tenant.member('collaborator')
  expect(await refusal(app, member.session, of, { id })).toMatchObject({ code: 'FORBIDDEN' })
})

test('the link of a post mutes it, and following it again unmutes it', async () => {
  const id = await submit(app, tenant.key, 'Dark mode')
  const path = `/mail/unsubscribe/${await tokenOf({ type: 'post', postId: Number(id) })}`
  const page = await (await ask('GET', path)).text()
  expect(page).toContain('a***@people.example')
  expect(page).not.toMatch(/Dark mode|ada@/)
  const done = await ask('POST', `${path}?page=1`, '', { Origin: app.url })
  expect(await done.text()).toContain('receives no more of these mails')
  const muted = async () =>
    (await app.database.pool.query('select 1 from post_mutes where user_id = $1', [userId])).rowCount
  expect(await muted()).toBe(1)
  const listed = async (headers: Headers) =>
    (await run(app, headers, '{ notificationPreferences { mutedPosts { title } } }')).notificationPreferences
  expect(await listed(ada)).toEqual({ mutedPosts: [{ title: 'Dark mode' }] })
  const ofLink =
    'query ($token: String!) { mailLink(token: $token) { preferences { mutedPosts { title } } } }'
  const token = await tokenOf({ type: 'preferences' })
  expect((await run(app, tenant.key, ofLink, { token })).mailLink.preferences).toEqual({ mutedPosts: [] })
  await app.database.pool.query('update posts set hidden = true where id = $1', [id])
  expect(await listed(ada)).toEqual({ mutedPosts: [] })
  await app.database.pool.query('update posts set hidden = false where id = $1', [id])
  await run(app, ada, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
    id: `post_${id}`,
  })
  expect(await muted()).toBe(0)
})

test('the page of preferences stores what its form sends', async () => {
  const path = `/mail/preferences/${await tokenOf({ type: 'preferences' })}`
  const page = await (await ask('GET', path)).text()
  expect(page).toContain('name="mail-POST_STATUS_CHANGED"')
  expect(page).not.toContain('TEAM_DIGEST')
  const form = 'mail-MENTION=DAILY&bell-MENTION=yes&mail-POST_ANSWERED=WEEKLY&no-mail=yes'
  expect((await ask('POST', path, form, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask('POST', path, form, { Origin: app.url })).status).toBe(200)
  const { noMail, kinds } = await choicesOf()
  expect(noMail).toBe(true)
  expect(kinds).toContainEqual({ kind: 'MENTION', frequency: 'DAILY', inBell: true })
  expect(kinds).toContainEqual({ kind: 'POST_ANSWERED', frequency: 'WEEKLY', inBell: false })
})

test('links of other keys, changed links and links of erased people are invalid', async () => {
  const token = await tokenOf({ type: 'kind', kind: 'mention' })
  const last = token.at(-1) === 'A' ? 'Q' : 'A'
  const forged = [
    `${token.slice(0, -1)}${last}`,
    // Its last character has four bits that no byte has.
    token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1),
    token.replace(/^1\.\d+\./, `1.${tenant.organization.id + 1}.`),
    token.replace(/^1\.\d+\./, '1.9999999999.'),
    token.replace(`.${userId}.`, `.${userId + 1}.`),
    token.replace('k-mention', 'a'),
    token.replace('k-mention', 'k-__proto__'),
    `${token}x`,
    'x'.repeat(5_000),
  ]
  for (const one of forged)
    for (const page of ['unsubscribe', 'preferences'])
      expect((await ask('POST', `/mail/${page}/${one}`, 'x=1', { Origin: app.url })).status, one).toBe(404)
  expect((await ask('POST', `/mail/unsubscribe/${token}`, '')).status).toBe(200)
  await app.database.pool.query('update users set email = null, anonymized_at = now() where id = $1', [
    userId,
  ])
  expect((await ask('POST', `/mail/unsubscribe/${token}`, '')).status).toBe(404)
})
