import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askForCode, enterAndWrite } from '../support/clients/code-pages.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { lastCodeMail, letSignInsPass, otherThan } from '../support/clients/sign-in-codes.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const POST = '/@acme/p/dark-mode'
let count = 0
const newAddress = () => `reader-${++count}@people.example`

beforeAll(async () => {
  await openPortal(app, tenant, { signUp: 'OPEN' })
  await fillPortal(app, tenant)
})
beforeEach(async () => {
  await letSignInsPass(app, 3600)
})

const votesOf = async (visitor: PageVisitor) => {
  const { text } = await visitor.open(POST)
  const [, pressed, shown] = /aria-pressed="(\w+)"[^]*?<b>(\d+)</.exec(text) ?? []
  return { hasVoted: pressed === 'true', count: Number(shown) }
}
const rows = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(text, values)).rows

test('a signed-out person votes with an address and one code, and the vote counts once', async () => {
  const visitor = new PageVisitor(app)
  const { count: before } = await votesOf(visitor)
  const { text } = await visitor.open(POST)
  const pressed = await visitor.submit(formTo(text, `${POST}/vote`, { vote: 'up' }))
  expect(pressed.text).toContain('Sign in to vote')
  const { page, mail } = await askForCode(app, visitor, pressed, newAddress())
  expect(page.text).toMatch(/name="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/)
  const voted = await enterAndWrite(visitor, page, mail.code)
  expect(voted).toMatchObject({ status: 303, location: `${POST}#post-dark-mode` })
  expect(await votesOf(visitor)).toEqual({ hasVoted: true, count: before + 1 })
  await enterAndWrite(visitor, page, mail.code)
  expect(await votesOf(visitor)).toEqual({ hasVoted: true, count: before + 1 })
})

test('a comment is kept through a wrong and an expired code, and a form that is sent twice makes one', async () => {
  const visitor = new PageVisitor(app)
  const body = 'Ich "brauche" das, und mehr'
  const { text } = await visitor.open(POST)
  const said = await visitor.submit(formTo(text, `${POST}/comments`, { body }))
  expect(said.text).toContain('Sign in to comment')
  const email = newAddress()
  const { page, mail } = await askForCode(app, visitor, said, email)
  const guess = formTo(page.text, '/session/code/check', { code: otherThan(mail.code) })
  const wrong = await visitor.submit(guess)
  expect(wrong.text).toContain('The code is wrong or has expired.')
  await letSignInsPass(app, 901)
  const expired = await visitor.submit(formTo(wrong.text, '/session/code/check', { code: mail.code }))
  expect(expired.status).toBe(401)
  const again = formTo(expired.text, '/session/code/check')
  const asked = await visitor.submit({ ...again, action: '/session/code?for=comment' })
  const { code = '' } = (await lastCodeMail(app, email)) ?? {}
  const written = await enterAndWrite(visitor, asked, code)
  expect(written.location).toMatch(/#comment-\d+$/)
  expect((await enterAndWrite(visitor, asked, '')).location).toBe(written.location)
  const stored = await rows(`select body from comments where body like 'Ich %'`)
  expect(stored).toEqual([{ body: 'Ich "brauche" das, und mehr' }])
})

test('a post is stored after the mailed link was opened on the same device', async () => {
  const visitor = new PageVisitor(app)
  const { text } = await visitor.open('/@acme/new')
  const sent = await visitor.submit(formTo(text, '/@acme/new', { title: 'Offline maps' }))
  const { page, mail } = await askForCode(app, visitor, sent, newAddress())
  const path = new URL(mail.link).pathname
  const link = await visitor.open(path)
  const opened = await visitor.submit(formTo(link.text, path))
  expect(opened).toMatchObject({ status: 303, location: '/@acme/new' })
  const created = await enterAndWrite(visitor, page, '')
  expect(created).toMatchObject({ status: 303, location: '/@acme/p/offline-maps' })
  expect(await rows(`select count(*)::int from posts where slug like 'offline-maps%'`)).toEqual([
    { count: 1 },
  ])
})

test('a password signs in with the write that was begun', async () => {
  await givePassword(app, [tenant.admin])
  const visitor = new PageVisitor(app)
  const said = await visitor.submit({ action: `${POST}/comments`, fields: { body: 'From the team' } })
  const form = formTo(said.text, '/session/code')
  const page = await visitor.submit({
    action: '/sign-in?for=comment',
    fields: { ...form.fields, with: 'password' },
  })
  const sent = formTo(page.text, '/session', { email: tenant.admin.email, password: PASSWORD })
  const entered = await visitor.submit(sent)
  expect(entered).toMatchObject({ status: 307, location: `${POST}/comments` })
  const written = await visitor.submit({ action: `${POST}/comments`, fields: sent.fields })
  expect(written.location).toMatch(/#comment-\d+$/)
})

test('a form leads to no other path than those of writes', async () => {
  const visitor = new PageVisitor(app)
  const page = await visitor.open('/sign-in?return_to=/@acme')
  for (const to of [
    'https://evil.example/new',
    '//evil.example/p/x/vote',
    '/session/end',
    '/graphql',
    '/@acme',
  ]) {
    const asked = await visitor.submit(formTo(page.text, '/session/code', { email: newAddress(), to }))
    expect(formTo(asked.text, '/session/code/check').fields, to).not.toHaveProperty('to')
  }
})

test('a subscription to the changelog counts after the sign-in', async () => {
  const visitor = new PageVisitor(app)
  const path = '/@acme/changelog/subscription'
  const { text } = await visitor.open('/@acme/changelog')
  const pressed = await visitor.submit(formTo(text, path, { subscribe: 'yes' }))
  const email = newAddress()
  const { page, mail } = await askForCode(app, visitor, pressed, email)
  await enterAndWrite(visitor, page, mail.code)
  const stored = await rows(
    'select u.email from changelog_subscribers s join users u on u.id = s.user_id and u.organization_id = s.organization_id',
  )
  expect(stored).toEqual([{ email }])
})
