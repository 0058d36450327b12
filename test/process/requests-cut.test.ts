import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startChangelogPublisher } from '../../src/server/jobs/publish-changelogs.ts'
import { startApp, type Answer, type TestApp } from '../support/app.ts'
import { CUTS, cutOnce, pointsOf, shortOf } from '../support/faults/cut-statements.ts'
import { shareDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { exchange, newCode, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let direct: TestApp
let proxy: DatabaseProxy
/** The same service, connected through the proxy. */
let app: TestApp
let database: Database
let client: ClientApp
let tenant: Tenant

beforeAll(async () => {
  direct = await startApp()
  proxy = await startDatabaseProxy(direct.database.url)
  const proxied = { ...direct.database, url: proxy.url } as TestDatabase
  app = await startApp({ beside: { ...direct, database: proxied } })
  database = await shareDatabase(proxied)
  tenant = await createTenant(direct)
  client = await registerApp(direct, await createTenant(direct))
})
afterAll(async () => {
  proxy.decide(null)
  await database.close()
  await app.stop()
  await proxy.close()
  await direct.stop()
})

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await direct.database.pool.query(text, values)).rows as Row[]

/** Runs a flow once for each of its statements and each cut. */
async function atEveryCut(flow: () => Promise<void>): Promise<void> {
  await flow()
  const points = await pointsOf(proxy, flow, 3)
  expect(points.length).toBeGreaterThan(2)
  for (const point of points)
    for (const cut of CUTS) {
      cutOnce(proxy, point, cut)
      await expect(flow(), `${cut} ${shortOf(point)}`).resolves.toBeUndefined()
      proxy.decide(null)
    }
}

const assertClear = ({ status, body }: Answer) => {
  expect(status).toBe(503)
  expect(body).toMatchObject({ success: false })
}

test('an exchange cut at any statement has issued one pair or none, and a code that issued none stays valid', async () => {
  await atEveryCut(async () => {
    const code = await newCode(direct, client, tenant)
    const first = await exchange(app, client, code)
    const issued = () =>
      rows<{ used: boolean; pairs: number; live: number }>(
        `select used_at is not null as used, (select count(*)::int from oauth_tokens t where t.code_id = c.id) as pairs,
           (select count(*)::int from oauth_tokens t where t.code_id = c.id and t.revoked_at is null) as live
         from oauth_codes c order by id desc limit 1`,
      )
    proxy.decide(null)
    const [before] = await issued()
    if (first.status === 200) {
      expect(before).toEqual({ used: true, pairs: 1, live: 1 })
      return
    }
    assertClear(first)
    const again = await exchange(app, client, code)
    const [after] = await issued()
    // Either nothing was stored and the code is valid, or all was stored and the code is a replay that
    // revokes the chain.
    if (before?.used) {
      expect(before).toEqual({ used: true, pairs: 1, live: 1 })
      expect(again.status).toBe(400)
      expect(after).toEqual({ used: true, pairs: 1, live: 0 })
    } else {
      expect(before).toEqual({ used: false, pairs: 0, live: 0 })
      expect(again.status).toBe(200)
      expect(after).toEqual({ used: true, pairs: 1, live: 1 })
    }
  })
})

test('an import cut at any statement stores whole batches, and is completed when it is sent again', async () => {
  await atEveryCut(async () => {
    const mark = randomBytes(4).toString('hex')
    const customers = Array.from({ length: 300 }, (_, index) => ({
      email: `${mark}-${index}@customers.example`,
    }))
    const send = () =>
      app.call('POST', '/api/v3/customers/import', { headers: tenant.keyAndAdmin, body: { customers } })
    const stored = async () =>
      (
        await rows<{ all: number; people: number }>(
          `select count(*)::int as all, count(distinct email)::int as people from users where email like $1`,
          [`${mark}-%`],
        )
      )[0]
    const first = await send()
    proxy.decide(null)
    if (first.status !== 200) {
      assertClear(first)
      expect([0, 250, 300]).toContain((await stored())?.all)
      expect((await send()).status).toBe(200)
    }
    expect(await stored()).toEqual({ all: 300, people: 300 })
  })
})

test('a changelog whose publication is cut at any statement is published once, with its event', async () => {
  const log = createLogger('silent')
  await atEveryCut(async () => {
    const [row] = await rows<{ id: number }>(
      `insert into changelogs (organization_id, slug, title, author_id, scheduled_at) values ($1, $2, 'News', $3, now()) returning id`,
      [tenant.organization.id, randomBytes(6).toString('hex'), tenant.admin.id],
    )
    const scheduler = startChangelogPublisher({ db: database.kysely, log, intervalMs: 50 })
    const isPublished = async () =>
      (await rows('select from changelogs where id = $1 and published_at is not null', [row?.id])).length
    await expect.poll(isPublished, { timeout: 10_000 }).toBe(1)
    await scheduler.stop()
    const events = await rows(`select from events where type = 'changelog_published' and subject_id = $1`, [
      row?.id,
    ])
    expect(events).toHaveLength(1)
  })
})
