import { beforeAll, expect, test } from 'vitest'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const POSTS = 12
/** Characters of each description. All descriptions together have 6,000,000. */
const LENGTH = 500_000

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)

beforeAll(async () => {
  for (let index = 0; index < POSTS; index++) await createPost(app, tenant)
  await app.database.pool.query(`update posts set description = repeat('x', $1)`, [LENGTH])
})

const aliases = (count: number, fields: string) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: posts(first: ${POSTS}) { nodes { ${fields} } }`).join(' ')} }`

test.each([1, 2, 3])('limits long texts in a response to 32,000,000 characters, at request %i', async () => {
  const whole = await app.graphql(aliases(5, 'description'), {}, tenant.key)
  expect([whole.status, whole.text.length > 5 * POSTS * LENGTH]).toEqual([200, true])
  const { text, body } = await app.graphql(aliases(20, 'description'), {}, tenant.key)
  expect(text.length).toBeLessThan(10_000)
  expect(body.errors[0]).toMatchObject({
    message: expect.stringContaining('request smaller pages') as string,
    extensions: { code: 'INVALID_PARAM', status: 400 },
  })
})

test('resolves three root fields of a query at a time, and leaves connections to other organizations', async () => {
  const client = await app.database.pool.connect()
  await client.query('begin; lock table posts in access exclusive mode')
  // Outside of the transaction, which would see the connections of its first look only.
  const waiting = async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  const answer = app.graphql(aliases(12, 'id'), {}, tenant.key)
  try {
    await expect.poll(waiting).toBe(3)
    const beside = await app.call('GET', '/api/v3/tags', { headers: other.key })
    expect([beside.status, await waiting()]).toEqual([200, 3])
  } finally {
    await client.query('commit')
    client.release()
  }
  const { status, body } = await answer
  expect([status, Object.keys(body.data as object).length]).toEqual([200, 12])
})
