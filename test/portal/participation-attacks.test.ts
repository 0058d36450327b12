import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})

const POST = '/@acme/p/dark-mode'
const VOTE = `${POST}/vote`

const customer = async (email: string) => {
  const exp = Math.floor(Date.now() / 1000) + 300
  const { Authorization = '' } = await tenant.sso({ email, exp })
  const visitor = new PageVisitor(app)
  await visitor.open(`/@acme/sso?token=${Authorization.replace('Bearer ', '')}`)
  return visitor
}
const votesOf = async (visitor: PageVisitor) => {
  const { text } = await visitor.open(POST)
  const [, pressed, count] = /aria-pressed="(\w+)"[^]*?<b>(\d+)</.exec(text) ?? []
  return { hasVoted: pressed === 'true', count: Number(count) }
}

test.each([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another port', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['an opaque origin', { Origin: 'null' }],
])('a form of %s changes nothing', async (_what, headers) => {
  const visitor = await customer('victim@people.example')
  const before = await votesOf(visitor)
  for (const action of [VOTE, `${POST}/comments`, `${POST}/subscription`, '/@acme/new'])
    expect(
      await visitor.submit({ action, fields: { vote: 'up', body: 'x', title: 'Attack' } }, headers),
    ).toMatchObject({ status: 403 })
  expect(await votesOf(visitor)).toEqual(before)
})

test('a form leads back to this site only', async () => {
  const visitor = await customer('back@people.example')
  for (const return_to of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const { location } = await visitor.submit({ action: VOTE, fields: { vote: 'up', return_to } })
    expect(location).toBe(POST)
  }
})

test('a blocked person is refused in words', async () => {
  const visitor = await customer('blocked@people.example')
  await app.database.pool.query(`update users set blocked = true where email = 'blocked@people.example'`)
  app.services.sessions.clear()
  expect(await visitor.submit({ action: VOTE, fields: { vote: 'up' } })).toMatchObject({
    status: 403,
    text: expect.stringContaining('You have been blocked by the team'),
  })
})

test('a form of a blocked person shows them nothing of a closed portal', async () => {
  const visitor = await customer('outside@people.example')
  await app.database.pool.query(`update users set blocked = true where email = 'outside@people.example'`)
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  app.services.sessions.clear()
  expect((await visitor.open(POST)).text).not.toContain('Dark mode')
  for (const [action, fields] of [
    [`${POST}/comments`, { body: 'Words' }],
    ['/@acme/new', { title: 'Dark mode' }],
  ] as const) {
    const answer = await visitor.submit({ action, fields })
    expect(answer.status, action).toBe(403)
    expect(answer.text, action).not.toMatch(/Public words|About Dark mode|p\/dark-mode"/)
  }
})
