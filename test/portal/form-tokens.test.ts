import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})
beforeEach(async () => {
  await openPortal(app, tenant, { anonymousVotes: true, anonymousPosts: true })
  await app.database.pool.query('delete from failed_attempts')
})

const NEW = '/@acme/new'
const POST = '/@acme/p/dark-mode'
const COMMENTS = `${POST}/comments`
const count = async (table: 'posts' | 'comments' | 'visitors') =>
  (await app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0
const signedIn = async () => {
  const visitor = new PageVisitor(app)
  await visitor.signIn(tenant.admin.email, PASSWORD)
  return visitor
}

/** Sends a form four times: three times at once, and again after the responses. Returns where they lead. */
const sendOften = async (visitor: PageVisitor, form: Parameters<PageVisitor['submit']>[0]) => {
  const { cookie } = visitor
  // The browser has received no response, and so no cookie.
  const send = () => Object.assign(new PageVisitor(app), { cookie }).submit(form)
  const answers = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  return { answers, locations: new Set(answers.map(({ location }) => location)) }
}

describe('a form that is sent again, as after a lost response or by a double click', () => {
  test('creates one post, also by "Post anyway"', async () => {
    const visitor = await signedIn()
    const before = await count('posts')
    const direct = formTo((await visitor.open(NEW)).text, NEW, { title: 'Zebra crossing' })
    expect((await sendOften(visitor, direct)).locations).toEqual(new Set(['/@acme/p/zebra-crossing']))
    const asking = formTo((await visitor.open(NEW)).text, NEW, { title: 'Dark mode please' })
    const asked = await visitor.submit({ ...asking, fields: { ...asking.fields, description: 'Black' } })
    const anyway = formTo(asked.text, NEW, { anyway: 'yes' })
    expect((await sendOften(visitor, anyway)).locations).toEqual(new Set(['/@acme/p/dark-mode-please']))
    expect(await count('posts')).toBe(before + 2)
  })

  test('creates one comment, and another text or another page another one', async () => {
    const visitor = await signedIn()
    const before = await count('comments')
    const form = formTo((await visitor.open(POST)).text, COMMENTS, { body: 'Me too' })
    expect((await sendOften(visitor, form)).locations.size).toBe(1)
    expect(await count('comments')).toBe(before + 1)
    await visitor.submit({ ...form, fields: { ...form.fields, body: 'And me' } })
    expect(await count('comments')).toBe(before + 2)
    const next = formTo((await visitor.open(POST)).text, COMMENTS, { body: 'Me too' })
    expect(next.fields.form).not.toBe(form.fields.form)
    await visitor.submit(next)
    expect(await count('comments')).toBe(before + 3)
  })

  test('creates one anonymous post of one visitor, who is no visitor of another form', async () => {
    const visitor = new PageVisitor(app)
    const [posts, visitors] = [await count('posts'), await count('visitors')]
    const form = formTo((await visitor.open(NEW)).text, NEW, { title: 'Quiet xylophone' })
    const { answers, locations } = await sendOften(visitor, form)
    expect(locations).toEqual(new Set(['/@acme/p/quiet-xylophone']))
    const cookies = new Set(answers.map(({ headers }) => headers.get('set-cookie')))
    expect([cookies.size, await count('posts'), await count('visitors')]).toEqual([
      1,
      posts + 1,
      visitors + 1,
    ])
    const other = formTo((await new PageVisitor(app).open(NEW)).text, NEW, { title: 'Quiet xylophone' })
    expect(other.fields.form).not.toBe(form.fields.form)
    const theirs = await new PageVisitor(app).submit({
      ...other,
      fields: { ...other.fields, title: 'Loud trombone' },
    })
    expect(theirs.location).toBe('/@acme/p/loud-trombone')
    expect(cookies.has(theirs.headers.get('set-cookie'))).toBe(false)
  })
})

test('a refused form can be sent again, and an invented secret counts as none', async () => {
  const visitor = await signedIn()
  const form = formTo((await visitor.open(NEW)).text, NEW, { title: ' ', description: 'Kept' })
  const refused = await visitor.submit(form)
  expect(refused.status).toBe(422)
  const again = formTo(refused.text, NEW, { title: 'Purple yak' })
  expect(again.fields.form).toBe(form.fields.form)
  expect(await visitor.submit(again)).toMatchObject({ status: 303, location: '/@acme/p/purple-yak' })
  const before = await count('comments')
  const forged = { action: COMMENTS, fields: { body: 'Twice', form: 'fofo_guess' } }
  await visitor.submit(forged)
  await visitor.submit(forged)
  expect(await count('comments')).toBe(before + 2)
})

test('pages with a secret are never stored', async () => {
  const visitor = new PageVisitor(app)
  const page = await visitor.open(NEW)
  expect(page.headers.get('cache-control')).toBe('no-store')
  await openPortal(app, tenant, { anonymousPosts: false })
  const closed = await visitor.open(NEW)
  expect([closed.headers.get('cache-control'), closed.text.includes('name="form"')]).toEqual([
    'private, no-cache',
    false,
  ])
})
