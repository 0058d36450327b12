import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})
beforeEach(async () => {
  await openPortal(app, tenant, { anonymousVotes: true, anonymousPosts: true })
  await app.database.pool.query('delete from failed_attempts')
})

const VOTE = '/@acme/p/dark-mode/vote'
const vote = (visitor: PageVisitor, value = 'up') => visitor.submit({ action: VOTE, fields: { vote: value } })
const votesOf = async (visitor: PageVisitor) => {
  const page = await visitor.open('/@acme/p/dark-mode')
  const [, pressed, count] = /aria-pressed="(\w+)"[^]*?<b>(\d+)</.exec(page.text) ?? []
  return [pressed, Number(count), page.headers.get('cache-control')]
}

describe('where the organization permits it, a visitor', () => {
  test('votes once, and takes it back, by a cookie that is stored hashed', async () => {
    const visitor = new PageVisitor(app)
    const [, count] = (await votesOf(visitor)) as [string, number]
    const first = await vote(visitor)
    expect(first.status).toBe(303)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-echolog-visitor-\d+=fovi_\S+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=/,
    )
    expect(await votesOf(visitor)).toEqual(['true', count + 1, 'no-store'])
    const again = await vote(visitor)
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await votesOf(visitor)).toEqual(['true', count + 1, 'no-store'])
    expect(await votesOf(new PageVisitor(app))).toEqual(['false', count + 1, 'private, no-cache'])
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? ''
    const { rows } = await app.database.pool.query('select v::text from visitors v')
    expect(JSON.stringify(rows)).not.toContain(token)
    await vote(visitor, 'none')
    expect(await votesOf(visitor)).toEqual(['false', count, 'no-store'])
  })

  test('submits a post that waits for approval, and sees it until then alone', async () => {
    const visitor = new PageVisitor(app)
    expect((await visitor.open('/@acme/new')).text).toContain('Posts without signing in wait for approval')
    const fields = { title: 'Quiet xylophone', description: 'Words' }
    const { location } = await visitor.submit({ action: '/@acme/new', fields })
    expect(location).toBe('/@acme/p/quiet-xylophone')
    expect(await visitor.open(location ?? '')).toMatchObject({
      status: 200,
      text: expect.stringContaining('until it is approved'),
    })
    expect(await new PageVisitor(app).open(location ?? '')).toMatchObject({ status: 404 })
  })

  test('cannot comment, subscribe, or become a person of another cookie', async () => {
    const visitor = new PageVisitor(app)
    for (const name of ['comments', 'subscription'])
      expect(
        await visitor.submit({ action: `/@acme/p/dark-mode/${name}`, fields: { body: 'x' } }),
      ).toMatchObject({ text: expect.stringContaining('action="/session/code') })
    await vote(visitor)
    const forged = new PageVisitor(app)
    forged.cookie = visitor.cookie.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect((await votesOf(forged))[0]).toBe('false')
  })

  test('is limited by the network, with any cookies', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      const fields = { title: `Unlike ${'abcdefghijkl'[count]?.repeat(9)}`, anyway: 'yes' }
      statuses.push((await new PageVisitor(app).submit({ action: '/@acme/new', fields })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429, 429])
    expect((await vote(new PageVisitor(app))).status).toBe(303)
  })

  test('is blocked by the team', async () => {
    const visitor = new PageVisitor(app)
    await vote(visitor)
    await app.database.pool.query('update users u set blocked = true from visitors v where v.user_id = u.id')
    expect(await vote(visitor)).toMatchObject({ status: 403 })
  })
})

test('by default no visitor votes or posts without a session, even with an earlier cookie', async () => {
  const visitor = new PageVisitor(app)
  await vote(visitor)
  await openPortal(app, tenant, { anonymousVotes: false, anonymousPosts: false })
  expect(await vote(visitor, 'none')).toMatchObject({
    text: expect.stringContaining('action="/session/code'),
  })
  expect((await votesOf(visitor))[2]).toBe('private, no-cache')
  expect(await visitor.submit({ action: '/@acme/new', fields: { title: 'Nothing like it' } })).toMatchObject({
    text: expect.stringContaining('action="/session/code'),
  })
})

test('a closed portal has no anonymous votes', async () => {
  await openPortal(app, tenant, { visibility: 'MEMBERS', anonymousVotes: true })
  expect(await vote(new PageVisitor(app))).toMatchObject({
    text: expect.stringContaining('action="/session/code'),
  })
})
