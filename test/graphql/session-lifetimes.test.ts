import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '../../src/modules/sessions/start-session.ts'
import { purgeSessions } from '../../src/modules/sessions/purge-sessions.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { run } from '../support/clients/operations.ts'
import { stopClock } from '../support/clock.ts'
import { givePassword, letSessionsPass, signIn } from '../support/clients/sessions.ts'
import type { Headers, Person } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const ME = '{ viewer { role account { email } organization { slug } } }'
const LIST =
  '{ sessions { totalCount nodes { id databaseId current userAgent address createdAt lastSeenAt expiresAt } } }'
const DAY = 86_400

const app = useApp()
const tenant = useTenant(app)
let person: Person

beforeAll(() => givePassword(app, [tenant.admin]))
beforeEach(async () => {
  person = await tenant.member('member')
  await givePassword(app, [person])
})

const here = () => signIn(app, person.email, tenant.organization.slug)
const statusOf = async (headers: Headers): Promise<number> => {
  const { body } = await app.graphql(ME, {}, headers)
  return body.errors?.[0].extensions.status ?? 200
}
const rows = async () =>
  (await app.database.pool.query('select * from sessions where account_id = $1', [person.accountId])).rows
const list = async (headers: Headers) => (await run(app, headers, LIST)).sessions

test('requests extend a session at most every ten minutes, and never beyond 30 days', async () => {
  const session = await here()
  const [before] = await rows()
  await letSessionsPass(app, 500)
  app.statements.length = 0
  expect(await statusOf(session)).toBe(200)
  const plain = [...app.statements]
  const [unchanged] = await rows()
  expect(unchanged.expires_at.getTime()).toBe(before.expires_at.getTime() - 500_000)
  await letSessionsPass(app, 200)
  app.statements.length = 0
  expect(await statusOf(session)).toBe(200)
  // The update is part of the statement of the identification.
  expect(app.statements).toEqual(plain)
  const [extended] = await rows()
  expect(extended.last_seen_at.getTime()).toBeGreaterThanOrEqual(before.last_seen_at.getTime())
  expect(extended.expires_at.getTime()).toBeGreaterThanOrEqual(before.expires_at.getTime())
  for (let day = 0; day < 29; day += 10) {
    expect(await statusOf(session)).toBe(200)
    await letSessionsPass(app, 9.9 * DAY)
  }
  expect(await statusOf(session)).toBe(200)
  const [old] = await rows()
  expect(old.expires_at.getTime() - old.created_at.getTime()).toBe(30 * DAY * 1000)
  await letSessionsPass(app, 0.4 * DAY)
  expect(await statusOf(session)).toBe(401)
})

test('ends after 14 days without a request, and is deleted then', async () => {
  const session = await here()
  await letSessionsPass(app, 14 * DAY - 60)
  expect(await statusOf(session)).toBe(200)
  await letSessionsPass(app, 14 * DAY + 1)
  expect(await statusOf(session)).toBe(401)
  expect((await list(person.session)).nodes).toEqual([])
  expect(await purgeSessions(app.database.kysely, 500)).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
})

test('an account has at most 50 sessions, and the least recently used ends', async () => {
  const [used, unused] = [await here(), await here()]
  await letSessionsPass(app, 1000)
  expect(await statusOf(used)).toBe(200)
  const client = { userAgent: '', address: '' }
  await Promise.all(
    Array.from({ length: 49 }, () =>
      inTransaction(app.database.kysely, async (tx) => {
        await tx.selectFrom('accounts').select('id').where('id', '=', person.accountId).forUpdate().execute()
        return startSession(tx, { accountId: person.accountId }, client)
      }),
    ),
  )
  expect(await rows()).toHaveLength(50)
  app.services.sessions.clear()
  expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 401])
})

test('concurrent requests of a session share one statement of identification', async () => {
  const session = await here()
  app.identifications.length = 0
  stopClock()
  await Promise.all(Array.from({ length: 10 }, () => statusOf(session)))
  expect(app.identifications.filter((text) => text.includes('from sessions'))).toHaveLength(1)
})
