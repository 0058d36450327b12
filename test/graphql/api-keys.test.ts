import { expect, test } from 'vitest'
import { createApiKeys } from '../../src/auth/api-key.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const CREATE =
  'mutation ($name: String) { createApiKey(input: { name: $name }) { secret apiKey { id name lastFour revokedAt createdBy { databaseId } } } }'
const REVOKE = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id revokedAt } } }'
const LIST = '{ apiKeys { nodes { id name lastFour lastUsedAt revokedAt } } }'

const app = useApp()
const tenant = useTenant(app)

const read = (key: string) => app.call('GET', '/api/v3/buckets', { headers: { 'API-KEY': key } })
const keysOf = ({ organization }: Tenant) =>
  app.database.kysely
    .selectFrom('apiKeys')
    .selectAll()
    .where('organizationId', '=', organization.id)
    .execute()

test('returns a key once, accepts it, and lists it by its last four characters', async () => {
  const { createApiKey } = await run(app, tenant.admin.session, CREATE, { name: ' CI ' })
  const { secret: key, apiKey } = createApiKey
  expect(key).toMatch(/^hn_[0-9A-Za-z]+$/)
  expect(apiKey).toMatchObject({
    name: 'CI',
    lastFour: key.slice(-4),
    revokedAt: null,
    createdBy: { databaseId: tenant.admin.id },
  })
  expect((await read(key)).status).toBe(200)
  const { body, text } = await app.graphql(LIST, {}, tenant.admin.session)
  expect(body.data.apiKeys.nodes[0]).toMatchObject({ id: apiKey.id, name: 'CI' })
  expect(body.data.apiKeys.nodes[0].lastUsedAt).not.toBeNull()
  expect(text).not.toContain(key)
  const stored = await app.database.pool.query(
    "select encode(key_hash, 'escape') || name || last_four as row from api_keys",
  )
  expect(JSON.stringify(stored.rows)).not.toContain(key)
})

test('attributes the writes of a key to its creator', async () => {
  const second = await tenant.member('admin')
  const { createApiKey } = await run(app, second.session, CREATE)
  const { createPost } = await run(
    app,
    { 'API-KEY': createApiKey.secret },
    'mutation { createPost(input: { title: "By key" }) { post { submitter { databaseId } } } }',
  )
  expect(createPost.post.submitter.databaseId).toBe(second.id)
})

test('rejects a revoked key at once in this process, and in another one when its cache expires', async () => {
  const { createApiKey } = await run(app, tenant.admin.session, CREATE)
  const { secret: key, apiKey } = createApiKey
  const elsewhere = createApiKeys(app.database.kysely)
  expect((await read(key)).status).toBe(200)
  expect(await elsewhere.find(key)).not.toBeNull()
  const { revokeApiKey } = await run(app, tenant.admin.session, REVOKE, { id: apiKey.id })
  expect(revokeApiKey.apiKey.revokedAt).not.toBeNull()
  expect(await read(key)).toMatchObject({ status: 401, body: { message: 'API key is invalid' } })
  await expect.poll(() => elsewhere.find(key)).toBeNull()
  const again = await run(app, tenant.admin.session, REVOKE, { id: apiKey.id })
  expect(again.revokeApiKey).toEqual(revokeApiKey)
})

test('rejects unknown and misspelled keys', async () => {
  const key = tenant.key['API-KEY'] ?? ''
  const swapped = key.endsWith('a') ? 'b' : 'a'
  for (const bad of ['hn_', 'nonsense', key.slice(0, -1) + swapped, `${key}x`, key.toLowerCase()])
    expect((await read(bad)).status).toBe(401)
})

test('lets only an admin in person see, create and revoke keys', async () => {
  const before = await keysOf(tenant)
  const id = `key_${before[0]?.id}`
  const member = await tenant.member('member')
  const callers = [
    tenant.key,
    { ...tenant.key, ...member.session },
    member.session,
    await tenant.sso({ email: 'x@y.example' }),
  ]
  for (const headers of callers) {
    expect(await refusal(app, headers, LIST)).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, CREATE)).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, REVOKE, { id })).toMatchObject({ status: 403 })
  }
  expect((await keysOf(tenant)).map(({ id: key, revokedAt }) => [key, revokedAt])).toEqual(
    before.map(({ id: key, revokedAt }) => [key, revokedAt]),
  )
})

test("treats another organization's key as unknown", async () => {
  const other = await createTenant(app)
  const [foreign] = await keysOf(other)
  const answer = await refusal(app, tenant.admin.session, REVOKE, { id: `key_${foreign?.id}` })
  expect(answer).toEqual(await refusal(app, tenant.admin.session, REVOKE, { id: 'key_2147483647' }))
  expect(answer).toMatchObject({ status: 404, message: 'API key not found' })
  expect((await read(other.key['API-KEY'] ?? '')).status).toBe(200)
})
