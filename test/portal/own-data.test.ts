import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { memoryBytes, openBytes } from '../../src/moving/sources/open-files.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { fillPortal, openPortal, SECRETS } from '../support/fixtures/portal.ts'
import { startTransferWorkers } from '../support/fixtures/transfers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const other = useTenant(app, 'other')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  await openPortal(app, other)
  await givePassword(app, [other.admin])
})

/** Signs a customer in by SSO. `page` is the path of their own page. */
async function customer(name: string) {
  const exp = Math.floor(Date.now() / 1000) + 300
  const session = await tenant.sso({ email: `${name}@people.example`, name, exp, add_as_customer: true })
  const visitor = new PageVisitor(app)
  const token = session.Authorization?.replace('Bearer ', '') ?? ''
  await visitor.open(`/@acme/sso?${new URLSearchParams({ token, return_to: '/@acme' }).toString()}`)
  const { viewer } = await run(app, session, '{ viewer { actor { databaseId } } }')
  const id = Number(viewer.actor.databaseId)
  return { visitor, session, id, page: `/@acme/u/${id}`, email: `${name}@people.example` }
}

const exportsOf = async (id: number) =>
  (
    await app.database.pool.query(
      'select state from export_runs where organization_id = $1 and person_id = $2',
      [tenant.organization.id, id],
    )
  ).rows.map(({ state }) => state as string)

/** Returns the file that a person's page has, when it is written. */
async function fileOf({ visitor, page }: Pick<Awaited<ReturnType<typeof customer>>, 'visitor' | 'page'>) {
  onTestFinished(startTransferWorkers(app))
  const [, url = ''] = await vi.waitFor(
    async () => {
      const { text } = await visitor.open(page)
      const link = /<a href="([^"]*\/exports\/[^"]*)"/.exec(text)
      if (!link) throw new Error('No file yet')
      return link
    },
    { timeout: DEADLINE_MS, interval: 50 },
  )
  const answer = await fetch(url.replaceAll('&amp;', '&'))
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename=personal-data-usr_\d+\.zip$/),
  ])
  const files = await openBytes('own.zip', memoryBytes(Buffer.from(await answer.arrayBuffer())))
  const chunks: Buffer[] = []
  for (const name of ['data.json', 'data.html'])
    for await (const chunk of await files.open(name)) chunks.push(chunk as Buffer)
  await files.close()
  return Buffer.concat(chunks).toString()
}

test('a customer downloads their own data by forms and links, without those of others', async () => {
  const ben = await customer('ben')
  const said = `mutation { createComment(input: { postId: "post_1", body: "Words of ben" }) { comment { id } } }`
  await run(app, ben.session, said)
  const form = formTo((await ben.visitor.open(ben.page)).text, `${ben.page}/export`)
  expect(await ben.visitor.submit(form)).toMatchObject({ status: 303, location: ben.page })
  const waiting = await ben.visitor.open(ben.page)
  expect(waiting.text).toContain('Your file is being written.')
  expect(waiting.headers.get('cache-control')).toBe('no-store')
  const data = await fileOf(ben)
  expect(data).toContain('Words of ben')
  expect(data).toContain(ben.email)
  for (const secret of [...SECRETS, tenant.admin.email]) expect(data).not.toContain(secret)
})

test('no person exports or sees the data of another', async () => {
  const [ann, eve] = [await customer('ann'), await customer('eve')]
  await ann.visitor.submit({ action: `${ann.page}/export`, fields: {} })
  await run(
    app,
    tenant.admin.session,
    `mutation { exportPerson(input: { person: { id: "usr_${eve.id}" } }) { exportRun { id } } }`,
  )
  const before = await exportsOf(ann.id)
  const stranger = new PageVisitor(app)
  await stranger.signIn(other.admin.email, PASSWORD)
  const own = eve.visitor
  expect((await own.submit({ action: `${ann.page}/export`, fields: {} })).status).toBe(403)
  for (const visitor of [stranger, new PageVisitor(app)])
    expect(await visitor.submit({ action: `${ann.page}/export`, fields: {} })).toMatchObject({
      status: 303,
      location: expect.stringContaining('/sign-in?'),
    })
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await ann.visitor.submit({ action: `${ann.page}/export`, fields: {} }, foreign)).status).toBe(403)
  expect(await exportsOf(ann.id)).toEqual(before)
  for (const [visitor, page] of [
    [own, ann.page],
    [own, eve.page],
    [stranger, ann.page],
    [new PageVisitor(app), ann.page],
  ] as const)
    expect((await visitor.open(page)).text).not.toMatch(/being written|\/exports\//)
})

test('a customer who was in the team gets their comments without internal ones', async () => {
  const zoe = await customer('zoe')
  const comment = (body: string, internal: boolean) =>
    app.database.pool.query(
      `insert into comments (organization_id, post_id, author_id, body_html, body, internal)
       select organization_id, id, $2, $3, $3, $4 from posts where organization_id = $1 limit 1`,
      [tenant.organization.id, zoe.id, body, internal],
    )
  await comment('zoe in the open', false)
  await comment('zoe inside', true)
  await zoe.visitor.submit({ action: `${zoe.page}/export`, fields: {} })
  const data = await fileOf(zoe)
  expect(data).toContain('zoe in the open')
  expect(data).not.toContain('zoe inside')
})

test('a person gets one file at a time and three a day, and otherwise the time to wait', async () => {
  const kim = await customer('kim')
  const start = () => kim.visitor.submit({ action: `${kim.page}/export`, fields: {} })
  expect([(await start()).status, (await start()).status]).toEqual([303, 303])
  expect(await exportsOf(kim.id)).toEqual(['waiting'])
  for (let time = 0; time < 2; time += 1) {
    await fileOf(kim)
    await start()
    await vi.waitFor(async () => expect(await exportsOf(kim.id)).toEqual(Array(time + 2).fill('done')), {
      timeout: DEADLINE_MS,
      interval: 50,
    })
  }
  const refused = await start()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(refused.text).toMatch(/role="alert"[^]*Too many exports/)
  expect(await exportsOf(kim.id)).toHaveLength(3)
})

test('a blocked person and an anonymous visitor have no export', async () => {
  const max = await customer('max')
  await app.database.pool.query('update users set blocked = true where email = $1', [max.email])
  app.services.sessions.clear()
  expect((await max.visitor.submit({ action: `${max.page}/export`, fields: {} })).status).toBe(403)
  expect((await max.visitor.open(max.page)).text).not.toContain('Export my data')
  await openPortal(app, tenant, { anonymousVotes: true, anonymousPosts: true })
  const visitor = new PageVisitor(app)
  await visitor.submit({ action: '/@acme/p/dark-mode/vote', fields: { vote: 'up' } })
  expect(visitor.cookie).not.toBe('')
  expect(await visitor.submit({ action: `${max.page}/export`, fields: {} })).toMatchObject({
    status: 303,
    location: expect.stringContaining('/sign-in?'),
  })
  expect(await exportsOf(max.id)).toEqual([])
})
