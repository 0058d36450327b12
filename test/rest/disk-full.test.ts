import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { isDiskFull } from '../../src/db/errors/is-disk-full.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { fillTable } from '../support/faults/full-table.ts'
import { exchange, newCode, registerApp } from '../support/clients/oauth.ts'
import { useApp, useTenant } from '../support/use.ts'

const FULL = 'the disk of the database is full'

const app = useApp()
const tenant = useTenant(app)

const submit = () =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title: 'A wish' } })

/**
 * Collects the problems of the disk until they are read. A single look may come after the probe, for which the
 * disk has space.
 */
function watchProblems(): () => (string | null)[] {
  const seen = new Set<string | null>()
  const timer = setInterval(() => seen.add(app.database.disk.problem()), 1)
  return () => {
    clearInterval(timer)
    return [...seen.add(app.database.disk.problem())]
  }
}

test('REST and GraphQL respond with 503 to writes on a full disk, and store them once there is space', async () => {
  const free = await fillTable(app.database, 'posts')
  const problems = watchProblems()
  const refused = await submit()
  expect(refused).toMatchObject({
    status: 503,
    body: { success: false, status: 503, error: 'ERROR_CODE_UNAVAILABLE' },
  })
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(refused.text).not.toMatch(/disk|space|posts/)
  expect(problems()).toContain(FULL)
  const { body } = await app.graphql(
    'mutation { createPost(input: { title: "A wish" }) { post { id } } }',
    {},
    tenant.keyAndAdmin,
  )
  expect(body.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', status: 503, retryAfter: 5 } }])
  expect((await app.call('GET', '/api/v3/feature_requests', { headers: tenant.key })).status).toBe(200)
  await free()
  expect((await submit()).status).toBe(201)
  await expect.poll(() => app.database.disk.problem()).toBeNull()
})

test('OAuth responds temporarily_unavailable on a full disk, and the code stays valid', async () => {
  const client = await registerApp(app, tenant)
  const code = await newCode(app, client, tenant)
  const free = await fillTable(app.database, 'oauth_tokens')
  const refused = await exchange(app, client, code)
  expect(refused).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable', status: 503 } })
  expect(refused.headers.get('Retry-After')).toBe('5')
  await free()
  expect((await exchange(app, client, code)).status).toBe(200)
})

test('treats a query beyond its limits as a temporary failure', async () => {
  const url = new URL(app.database.url)
  url.searchParams.set('options', '-c temp_file_limit=64kB -c work_mem=64kB')
  const limited = await openDatabase({ url: url.href, max: 1 })
  const many = 'select count(*) from generate_series(1, 200000)'
  const error: unknown = await limited.pool.query(many).catch((thrown: unknown) => thrown)
  await limited.close()
  expect([isConnectionError(error), isDiskFull(error)]).toEqual([true, false])
})
