import { beforeAll, expect, test } from 'vitest'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const POST = '/@acme/p/dark-mode'

beforeAll(async () => {
  await openPortal(app, tenant, { anonymousVotes: true, anonymousPosts: true })
  await fillPortal(app, tenant)
})

/** Votes and posts in a browser without a session. Returns its cookie. */
async function writeAnonymously(title: string): Promise<string> {
  const visitor = new PageVisitor(app)
  await visitor.submit({ action: `${POST}/vote`, fields: { vote: 'up' } })
  await visitor.submit({ action: '/@acme/new', fields: { title, anyway: 'yes' } })
  return visitor.cookie
}

/** Signs a person in with a browser that has a cookie. Returns the browser, and the path of their own page. */
async function signIn(email: string, cookie: string) {
  const { Authorization = '' } = await tenant.sso({ email, exp: Math.floor(Date.now() / 1000) + 300 })
  const visitor = new PageVisitor(app)
  await visitor.open(`/@acme/sso?token=${Authorization}`)
  const { text } = await visitor.open(POST)
  visitor.cookie = `${visitor.cookie}; ${cookie}`
  return { visitor, path: /class="person" href="([^"]*)"/.exec(text)?.[1] ?? '' }
}

const votes = async () => {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select votes_count as count from posts where slug = 'dark-mode'`,
  )
  return rows[0]?.count
}

test('a signed-in person takes over the votes and posts of this browser, by a form and once', async () => {
  const { visitor, path } = await signIn('taker@people.example', await writeAnonymously('Calendar view'))
  const before = await votes()
  const page = await visitor.open(path)
  expect(page.text).toContain('Votes and posts of this browser: 2')
  const form = formTo(page.text, `${path}/browser`)
  const answers = await Promise.all([visitor.submit(form), visitor.submit(form)])
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, path],
    [303, path],
  ])
  const own = await visitor.open(path)
  expect(own.text).not.toContain('of this browser')
  expect((await visitor.open(POST)).text).toContain('aria-pressed="true"')
  expect(await votes()).toBe(before)
  const { rows } = await app.database.pool.query(
    `select u.email from posts p join users u on u.id = p.submitter_id where p.slug = 'calendar-view'`,
  )
  expect(rows).toEqual([{ email: 'taker@people.example' }])
})

test('a person gets nothing from another page, another person, or a blocked visitor', async () => {
  const cookie = await writeAnonymously('Kanban view')
  const { visitor, path } = await signIn('other@people.example', cookie)
  const action = `${path}/browser`
  const foreign = await visitor.submit({ action, fields: {} }, { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const elsewhere = await visitor.submit({ action: '/@acme/u/1/browser', fields: {} })
  expect(elsewhere.status).toBe(403)
  await app.database.pool.query(
    `update users set blocked = true where id = (select submitter_id from posts where slug = 'kanban-view')`,
  )
  expect((await visitor.open(path)).text).not.toContain('of this browser')
  expect((await visitor.submit({ action, fields: {} })).status).toBe(303)
  const { rows } = await app.database.pool.query(
    `select u.email from posts p join users u on u.id = p.submitter_id where p.slug = 'kanban-view'`,
  )
  expect(rows).toEqual([{ email: null }])
})
