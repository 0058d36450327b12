import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys, fixedKeys } from '../../src/auth/keys.ts'
import { openResponse, sealResponse } from '../../src/modules/idempotency/seal-response.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let other: TestApp

beforeAll(async () => {
  other = await startApp({ beside: app })
})
afterAll(() => other.stop())

const CREATE_TAG = `mutation ($name: String!) {
  createTag(input: { name: $name }) { tag { id name posts { totalCount } } errors { code message } }
}`
const run = (key: string, text: string, variables = {}, headers: Headers = tenant.keyAndAdmin, at = app) =>
  at.graphql(text, variables, { ...headers, 'Idempotency-Key': key })
const isReplayed = ({ headers }: { headers: globalThis.Headers }) =>
  headers.get('idempotency-replayed') === 'true'
const namesOf = async (table: 'tags' | 'api_keys') =>
  (await app.database.pool.query<{ name: string }>(`select name from ${table} order by id`)).rows.map(
    ({ name }) => name,
  )

test('a mutation is done once for its key, and a retry receives the bytes of its response at every service', async () => {
  const first = await run('once', CREATE_TAG, { name: 'Once' })
  expect([first.body.data.createTag.tag.name, isReplayed(first)]).toEqual(['Once', false])
  for (const at of [app, other]) {
    const retried = await run('once', CREATE_TAG, { name: 'Once' }, tenant.keyAndAdmin, at)
    expect([retried.text, isReplayed(retried)]).toEqual([first.text, true])
  }
  const changed = await run('once', CREATE_TAG, { name: 'Else' })
  expect([changed.status, changed.body.errors[0].extensions.code]).toEqual([422, 'UNPROCESSABLE'])
  expect(await namesOf('tags')).toEqual(['Once'])
})

test('the errors of a payload are stored, and a query ignores the key', async () => {
  const first = await run('refused', CREATE_TAG, { name: 'Once' })
  expect(first.body.data.createTag.errors).toMatchObject([{ code: 'ALREADY_EXISTS' }])
  const retried = await run('refused', CREATE_TAG, { name: 'Once' })
  expect([retried.text, isReplayed(retried)]).toEqual([first.text, true])
  const counts = async () =>
    (await run('read', '{ tags { totalCount } }')).body.data.tags.totalCount as number
  const before = await counts()
  await run('more', CREATE_TAG, { name: 'More' })
  expect(await counts()).toBe(before + 1)
})

test('the fields of a mutation are one transaction: a refused one changes nothing, the others are stored with it', async () => {
  const text = `mutation ($id: ID!) {
    one: createTag(input: { name: "Field one" }) { tag { name } errors { code } }
    taken: createPost(input: { title: "Half", bucketId: $id, submitter: { email: "half@people.example" } }) { errors { code } }
    two: createPost(input: { title: "Field two" }) {
      post { title bucket { posts(filter: { search: "field" }) { nodes { title } } } } errors { code }
    }
  }`
  const first = await run('fields', text, { id: 'bkt_987654' })
  expect(first.body).toMatchObject({
    data: {
      one: { tag: { name: 'Field one' } },
      taken: { errors: [{ code: 'UNPROCESSABLE' }] },
      two: { post: { bucket: { posts: { nodes: [{ title: 'Field two' }] } } }, errors: [] },
    },
  })
  expect((await run('fields', text, { id: 'bkt_987654' })).text).toBe(first.text)
  const left = await app.database.pool.query(`select from users where email = 'half@people.example'`)
  expect(left.rowCount).toBe(0)
})

test('an error beside the payloads undoes all fields, does not use the key, and precedes a stored response', async () => {
  const text = `mutation {
    one: createTag(input: { name: "Undone" }) { tag { name } }
    two: createApiKey(input: { name: "Undone" }) { secret }
  }`
  const member = await tenant.member('member')
  const refused = await run('undone', text, {}, { ...tenant.key, ...member.session })
  expect(refused.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  expect(await namesOf('tags')).not.toContain('Undone')
  await app.database.pool.query(`update users set role = 'admin' where id = ${member.id}`)
  const done = await run('undone', text, {}, { ...tenant.key, ...member.session })
  expect([done.body.errors, isReplayed(done)]).toEqual([undefined, false])
  expect([await namesOf('tags'), await namesOf('api_keys')]).toMatchObject([
    expect.arrayContaining(['Undone']),
    expect.arrayContaining(['Undone']),
  ])

  await app.database.pool.query(`update users set role = 'member' where id = ${member.id}`)
  const demoted = await run('undone', text, {}, { ...tenant.key, ...member.session })
  expect([demoted.status, demoted.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
})

test.each(['tags', 'idempotency_keys'])(
  'the work and its response are committed together: not at all if the commit of %s fails',
  async (table) => {
    await app.database.pool.query(`create or replace function fail() returns trigger language plpgsql
        as $$ begin raise 'the commit fails'; end $$;
      create constraint trigger fails after insert on ${table} initially deferred for each row execute function fail()`)
    const create = () => run(`commit-${table}`, CREATE_TAG, { name: `Tag of ${table}` })
    expect((await create()).status).toBe(500)
    await app.database.pool.query(`drop trigger fails on ${table}`)
    expect(await namesOf('tags')).not.toContain(`Tag of ${table}`)
    const done = await create()
    expect([done.body.data.createTag.tag.name, isReplayed(done)]).toEqual([`Tag of ${table}`, false])
  },
)

test('a secret in a response is not readable in the database, and its retry returns it', async () => {
  const text = 'mutation { createApiKey(input: { name: "Once" }) { secret } }'
  const first = await run('secret', text)
  const secret = first.body.data.createApiKey.secret as string
  expect((await app.call('GET', '/api/v3/tags', { headers: { 'API-KEY': secret } })).status).toBe(200)
  expect((await run('secret', text)).text).toBe(first.text)
  const { rows } = await app.database.pool.query<{ row: string }>(
    `select encode(response, 'escape') || encode(id, 'escape') || encode(fingerprint, 'escape') as row from idempotency_keys`,
  )
  expect(rows.filter(({ row }) => row.includes(secret) || row.includes('secret'))).toEqual([])
})

test('a response remains readable while the key of the server is replaced, and is unavailable without its key', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const row = { key: 'any', id: randomBytes(32) }
  const sealed = sealResponse(deriveKeys(before), row, 'answer')
  expect(openResponse(deriveKeys(fixedKeys([after, before])), row, sealed)).toBe('answer')
  expect(() => openResponse(deriveKeys(after), row, sealed)).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  )
  expect(() => openResponse(deriveKeys(before), { ...row, key: 'other' }, sealed)).toThrow()
})

test.each([
  ['mutation { redeliverWebhookDeliveries(input: {}) { count } }', 'redeliverWebhookDeliveries'],
  [
    'mutation { ...on Mutation { signOut: signIn(input: { email: "a@b.example", password: "x" }) { session { token } } } }',
    'signIn',
  ],
  [
    'mutation { ...it } fragment it on Mutation { changePassword(input: { currentPassword: "a", newPassword: "b" }) { errors { code } } }',
    'changePassword',
  ],
])('%s refuses a key', async (text, name) => {
  const { status, body } = await run('refusing', text)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([
    {
      message: `"Idempotency-Key" cannot be used with ${name}.`,
      extensions: { code: 'INVALID_PARAM' },
    },
  ])
})

test('a key needs a credential, and a mutation as an event honours it', async () => {
  const anonymous = await run('anonymous', CREATE_TAG, { name: 'No' }, {})
  expect(anonymous.status).toBe(401)
  expect(anonymous.body.errors).toMatchObject([
    { message: '"Idempotency-Key" needs a credential.', extensions: { code: 'UNAUTHORIZED' } },
  ])
  const send = async () =>
    (await run('event', CREATE_TAG, { name: 'Event' }, { ...tenant.key, Accept: 'text/event-stream' })).text
  const first = await send()
  expect(first).toContain('"name":"Event"')
  expect(await send()).toBe(first)
})

test('a key adds five statements to a mutation', async () => {
  const count = async (send: () => Promise<unknown>) => {
    app.statements.length = 0
    await send()
    return app.statements.length
  }
  const create = (name: string) => app.graphql(CREATE_TAG, { name }, tenant.keyAndAdmin)
  await create('Warm')
  const plain = await count(() => create('Plain'))
  expect(await count(() => run('counted', CREATE_TAG, { name: 'Counted' }))).toBe(plain + 5)
})
