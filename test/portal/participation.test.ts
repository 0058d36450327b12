import { beforeAll, describe, expect, test } from 'vitest'
import { formsOf, formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let stranger: Tenant
let filled: Awaited<ReturnType<typeof fillPortal>>

beforeAll(async () => {
  await openPortal(app, tenant)
  filled = await fillPortal(app, tenant)
  stranger = await createTenant(app)
  await givePassword(app, [tenant.admin, stranger.admin])
})

const POST = '/@acme/p/dark-mode'
const VOTE = `${POST}/vote`

/** Signs a customer in by SSO, as their organization's program does. */
const customer = async (email: string) => {
  const { Authorization = '' } = await tenant.sso({ email, name: email.split('@')[0], exp: inMinutes(5) })
  const visitor = new PageVisitor(app)
  const token = Authorization.replace('Bearer ', '')
  const entered = await visitor.open(
    `/@acme/sso?${new URLSearchParams({ token, return_to: POST }).toString()}`,
  )
  expect(entered).toMatchObject({ status: 303, location: POST })
  return visitor
}
const inMinutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60
const signedIn = async (email: string) => {
  const visitor = new PageVisitor(app)
  await visitor.signIn(email, PASSWORD)
  return visitor
}
const votesOf = async (visitor: PageVisitor, path = POST) => {
  const { text } = await visitor.open(path)
  const [, pressed, count] = /aria-pressed="(\w+)"[^]*?<b>(\d+)</.exec(text) ?? []
  return { hasVoted: pressed === 'true', count: Number(count) }
}

describe('a signed-in customer', () => {
  test('votes, and takes the vote back, by the form of the page, which leads back', async () => {
    const ben = await customer('ben@people.example')
    const { count } = await votesOf(ben)
    const voted = await ben.submit({
      action: VOTE,
      fields: { vote: 'up', return_to: '/@acme#post-dark-mode' },
    })
    expect(voted).toMatchObject({ status: 303, location: '/@acme#post-dark-mode' })
    expect(await votesOf(ben)).toEqual({ hasVoted: true, count: count + 1 })
    expect(await votesOf(ben, '/@acme')).toEqual({ hasVoted: true, count: count + 1 })
    await ben.submit({ action: VOTE, fields: { vote: 'up' } })
    expect(await votesOf(ben)).toEqual({ hasVoted: true, count: count + 1 })
    await ben.submit({ action: VOTE, fields: { vote: 'none' } })
    expect(await votesOf(ben)).toEqual({ hasVoted: false, count })
  })

  test('votes by a script, which receives the count', async () => {
    const eve = await customer('eve@people.example')
    const { count } = await votesOf(eve)
    const voted = await eve.submit({ action: VOTE, fields: { vote: 'up' } }, { Accept: 'application/json' })
    expect([voted.status, JSON.parse(voted.text)]).toEqual([200, { votesCount: count + 1, hasVoted: true }])
  })

  test('comments and replies, and sees a refused comment again', async () => {
    const ann = await customer('ann2@people.example')
    const page = await ann.open(POST)
    const said = await ann.submit(formTo(page.text, `${POST}/comments`, { body: 'I <b>want</b> it' }))
    const [, id] = /#comment-(\d+)$/.exec(said.location ?? '') ?? []
    expect(said.status).toBe(303)
    const replied = await ann.submit({
      action: `${POST}/comments`,
      fields: { parent: String(id), body: 'Me too' },
    })
    expect(replied.status).toBe(303)
    const { text } = await new PageVisitor(app).open(POST)
    expect(text).toMatch(new RegExp(`id="comment-${id}"[^]*I &lt;b&gt;want&lt;/b&gt; it[^]*Me too`))
    const refused = await ann.submit({
      action: `${POST}/comments`,
      fields: { parent: String(id), body: ' ' },
    })
    expect(refused).toMatchObject({
      status: 422,
      text: expect.stringMatching(/class="reply" open[^]*role="alert"/),
    })
  })

  test('subscribes and unsubscribes', async () => {
    const sue = await customer('sue@people.example')
    const button = async () => /name="subscribe" value="(\w+)"/.exec((await sue.open(POST)).text)?.[1]
    expect(await button()).toBe('yes')
    await sue.submit({ action: `${POST}/subscription`, fields: { subscribe: 'yes' } })
    expect(await button()).toBe('no')
    await sue.submit({ action: `${POST}/subscription`, fields: { subscribe: 'no' } })
    expect(await button()).toBe('yes')
  })

  test('sees similar posts before a post is created, and may post anyway', async () => {
    const kim = await customer('kim@people.example')
    const form = formTo((await kim.open('/@acme/new')).text, '/@acme/new', { title: 'Dark mode please' })
    const asked = await kim.submit({ ...form, fields: { ...form.fields, description: 'A & "B"' } })
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('Is it one of these?') })
    expect(asked.text).toContain('href="/@acme/p/dark-mode"')
    const again = formTo(asked.text, '/@acme/new', { anyway: 'yes' })
    expect(again.fields).toMatchObject({ title: 'Dark mode please', description: 'A & "B"' })
    const created = await kim.submit(again)
    expect(created).toMatchObject({ status: 303, location: '/@acme/p/dark-mode-please' })
    expect((await new PageVisitor(app).open(created.location ?? '')).text).toContain(
      '<h1 dir="auto">Dark mode please',
    )
  })

  test('posts at once what resembles nothing, and sees a refused post again', async () => {
    const kim = await customer('kit@people.example')
    const fields = { title: 'Zebra export', description: 'Stripes' }
    expect(await kim.submit({ action: '/@acme/new', fields })).toMatchObject({
      location: '/@acme/p/zebra-export',
    })
    const blank = await kim.submit({
      action: '/@acme/new',
      fields: { title: ' ', description: 'Kept words' },
    })
    expect(blank).toMatchObject({ status: 422, text: expect.stringMatching(/role="alert"[^]*Kept words/) })
    expect(blank.text).toMatch(
      /for="title">[^<]*<\/label>\s*<p role="alert" id="title-blank">“Title” can’t be blank/,
    )
    expect(blank.text).toMatch(/name="title"[^>]*aria-invalid="true" aria-describedby="title-blank"/)
  })

  test('reads the page of a person, and their own without public content', async () => {
    const kim = await customer('new@people.example')
    const { text } = await kim.open('/@acme')
    const own = /class="person" href="([^"]*)"/.exec(text)?.[1] ?? ''
    expect((await kim.open(own)).text).toContain('<h1 dir="auto">new')
  })
})

describe('a person who is not signed in', () => {
  test('is asked for an address where they write, with the way back', async () => {
    const visitor = new PageVisitor(app)
    const [form] = formsOf((await visitor.open('/@acme')).text).filter(({ action }) => action === VOTE)
    const answer = await visitor.submit(form ?? { action: '', fields: {} })
    expect(answer.status).toBe(401)
    expect(formTo(answer.text, '/session/code').fields).toMatchObject({
      return_to: '/@acme#post-dark-mode',
      to: VOTE,
    })
    const script = await visitor.submit(
      { action: VOTE, fields: { vote: 'up' } },
      { Accept: 'application/json' },
    )
    expect(script.status).toBe(401)
    expect(visitor.cookie).toBe('')
    const BACK = { [`${POST}/comments`]: POST, [`${POST}/subscription`]: POST, '/@acme/new': '/@acme/new' }
    for (const [action, back] of Object.entries(BACK)) {
      const sent = await visitor.submit({ action, fields: { title: 'Unlike', body: 'x' } })
      const { fields } = formTo(sent.text, '/session/code')
      expect([sent.status, fields.to, fields.return_to]).toEqual([401, action, back])
    }
  })

  test('is no other than a person of another organization', async () => {
    const other = await signedIn(stranger.admin.email)
    expect(await other.submit({ action: VOTE, fields: { vote: 'up' } })).toMatchObject({
      text: expect.stringContaining('action="/session/code'),
    })
    expect((await other.open('/@acme')).text).toContain('>Sign in</a')
  })
})

test('the team sees on a public portal what its role allows, and visitors after it do not', async () => {
  const admin = await signedIn(tenant.admin.email)
  const path = `/@acme/p/${filled.hidden?.slug}`
  const page = await admin.open(path)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('zsecret-hidden') })
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect((await admin.open(POST)).text).toContain('zsecret-internal')
  expect((await new PageVisitor(app).open(POST)).text).not.toContain('zsecret-internal')
  expect(await new PageVisitor(app).open(path)).toMatchObject({ status: 404 })
})
