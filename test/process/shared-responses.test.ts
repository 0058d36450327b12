import { expect, test } from 'vitest'
import { createPost } from '../support/fixtures/webhooks.ts'
import { until } from '../support/postgres-server.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const listReads = () => app.statements.filter((text) => /from posts p/i.test(text)).length

test('concurrent requests that find a stale list share its computation, and each gets the new one', async () => {
  const path = '/api/v3/feature_requests?per_page=4'
  const id = await createPost(app, tenant)
  const list = () => app.call('GET', path, { headers: tenant.key })
  await list()
  await list()
  for (const title of ['shared 1', 'shared 2', 'shared 3']) {
    const body = { title }
    await app.call('PUT', `/api/v3/feature_requests/${id}`, { headers: tenant.key, body })
    const before = listReads()
    const answers = await Promise.all(Array.from({ length: 30 }, list))
    expect(listReads()).toBe(before + 1)
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200)
      expect(body.feature_requests[0].title).toBe(title)
      expect(headers.get('link')).toBe(answers[0]?.headers.get('link'))
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(30)
  }
})

test('a request does not get a response that is computed from data older than a write acknowledged before it', async () => {
  const id = await createPost(app, tenant)
  const { pool } = app.database
  const read = () => app.call('GET', `/api/v3/feature_requests/${id}`, { headers: tenant.key })
  const rename = (title: string) =>
    pool.query('update posts set title = $1 where organization_id = $2 and id = $3', [
      title,
      tenant.organization.id,
      id,
    ])
  for (let times = 0; times < 3; times++) await read()
  await rename('older')
  const client = await pool.connect()
  try {
    // A response is held between the read of the post and that of its bucket.
    await client.query('begin')
    await client.query('lock table buckets in access exclusive mode')
    const held = read()
    await until(async () => (await waitingForLocks()) === 1)
    await rename('newer')
    const later = read()
    await until(async () => (await waitingForLocks()) === 2)
    await client.query('rollback')
    expect((await held).body.title).toBe('older')
    expect((await later).body.title).toBe('newer')
  } finally {
    client.release()
  }
  expect((await read()).body.title).toBe('newer')

  async function waitingForLocks(): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    return rows[0]?.count ?? 0
  }
})

test('requests that wait for a computation that fails compute the response themselves', async () => {
  const id = await createPost(app, tenant, 'gone')
  const read = () => app.call('GET', `/api/v3/feature_requests/${id}`, { headers: tenant.key })
  for (let times = 0; times < 3; times++) expect((await read()).status).toBe(200)
  await app.call('DELETE', `/api/v3/feature_requests/${id}`, { headers: tenant.key })
  const answers = await Promise.all(Array.from({ length: 10 }, read))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 404))
})
