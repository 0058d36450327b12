import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { inShare } from '../../src/db/sharing/connection-share.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { rawConnection } from '../support/clients/raw-http.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const CONNECTIONS = 10
/** Maximum number of connections of one organization. */
const MAX_OF_ONE = 7

let postId: number

const app = useApp({ connections: CONNECTIONS })
const tenant = useTenant(app)
const other = useTenant(app)
beforeAll(async () => {
  postId = await createPost(app, tenant)
})

/** Does `work` while a table is locked against reads. */
async function whileLocked<Value>(table: string, work: (waiting: () => Promise<number>) => Promise<Value>) {
  const client = new pg.Client(app.database.url)
  // The activity that a transaction sees does not change (PostgreSQL, stats_fetch_consistency).
  const observer = new pg.Client(app.database.url)
  await Promise.all([client.connect(), observer.connect()])
  const waiting = async () => {
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count ?? 0
  }
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    return await work(waiting)
  } finally {
    await Promise.all([client.end(), observer.end()])
  }
}

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

test.each([
  ['many queries', 'roadmaps', () => Array.from({ length: 14 }, () => '{ roadmaps { nodes { id } } }')],
  [
    'one query with many lists below a post',
    'comments',
    () => [
      `{ post(by: { databaseId: ${postId} }) { ${Array.from({ length: 14 }, (_, index) => `a${index}: comments(first: ${index + 1}) { nodes { id } }`).join(' ')} } }`,
    ],
  ],
])('%s of one organization leave connections to another', async (_what, table, queries) => {
  let answers: ReturnType<TestApp['graphql']>[] = []
  await whileLocked(table, async (waiting) => {
    answers = queries().map((query) => app.graphql(query, {}, tenant.key))
    await expect.poll(waiting).toBeGreaterThanOrEqual(MAX_OF_ONE)
    const list = await app.call('GET', '/api/v3/tags', { headers: other.key })
    const read = await app.graphql(
      '{ posts { nodes { id } } viewer { user { id } } }',
      {},
      other.admin.session,
    )
    expect([list.status, read.status, read.body.errors]).toEqual([200, 200, undefined])
    expect(await waiting()).toBe(MAX_OF_ONE)
  })
  const done = await Promise.all(answers)
  expect(done.map(({ status, body }) => [status, body.errors])).toEqual(done.map(() => [200, undefined]))
})

test('requests that wait too long for the share of their organization are answered with 503', async () => {
  const small = await startApp({ beside: app, connections: 2, timeoutMs: 1_000 })
  try {
    await whileLocked('roadmaps', async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => small.call('GET', '/api/v3/roadmaps', { headers: tenant.key })),
      )
      for (const { status, headers } of answers)
        expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    })
  } finally {
    await small.stop()
  }
})

test('what a query has not read when its client leaves is not read', async () => {
  app.statements.length = 0
  const body = JSON.stringify({ query: `{ ${aliases(12, 'roadmaps { nodes { id } }')} }` })
  const head = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAPI-KEY: ${tenant.key['API-KEY']}\r\n`
  await whileLocked('roadmaps', async (waiting) => {
    const client = await rawConnection(app, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    await expect.poll(waiting).toBe(3)
    client.socket.destroy()
    await client.closed
    // The server has noticed what came before.
    for (let times = 0; times < 3; times++) await app.call('GET', '/api/v3/tags', { headers: other.key })
  })
  expect((await app.graphql('{ buckets { nodes { id } } }', {}, tenant.key)).status).toBe(200)
  expect(app.statements.filter((text) => /from "roadmaps"/.test(text))).toHaveLength(3)
})

test('what a query has not read when a field fails that it cannot do without is not read', async () => {
  app.statements.length = 0
  const query = `{ a: roadmaps { nodes { id } } b: roadmaps { nodes { id } } c: posts(first: 0) { nodes { id } } ${aliases(10, 'roadmaps { nodes { id } }')} }`
  await whileLocked('roadmaps', async () => {
    const { body } = await app.graphql(query, {}, tenant.key)
    expect(
      body.errors.map(({ path, message }: { path: string[]; message: string }) => [path, message]),
    ).toEqual([[['c'], '"first" must be between 1 and 100.']])
  })
  expect((await app.graphql('{ buckets { nodes { id } } }', {}, tenant.key)).status).toBe(200)
  expect(app.statements.filter((text) => /from "roadmaps"/.test(text))).toHaveLength(2)
})

test('a transaction does not wait for the share of its organization when it needs a second connection', async () => {
  const { kysely, pool } = app.database
  await inShare(7, () =>
    inTransaction(kysely, async () => {
      const held = await inShare(7, () =>
        Promise.all(Array.from({ length: MAX_OF_ONE - 1 }, () => pool.connect())),
      )
      try {
        expect(await kysely.selectFrom('tags').select('id').execute()).toEqual([])
      } finally {
        held.forEach((client) => client.release())
      }
    }),
  )
})
