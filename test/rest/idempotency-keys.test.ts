import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeResponses } from '../../src/modules/idempotency/purge-responses.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bearer, install, refresh, registerApp } from '../support/clients/oauth.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const foreign = useTenant(app)
let other: TestApp

beforeAll(async () => {
  other = await startApp({ beside: app })
})
afterAll(() => other.stop())

const keyed = (key: string, headers: Headers = tenant.key) => ({ ...headers, 'Idempotency-Key': key })
const createTag = (name: string, headers: Headers, at: TestApp = app) =>
  at.call('POST', '/api/v3/tags', { headers, body: { name } })
const count = async (table: string) =>
  (await app.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]
    ?.count
const query = (text: string) => app.database.pool.query(text)
const isReplayed = ({ headers }: { headers: globalThis.Headers }) => headers.get('idempotency-replayed')

test('100 requests at once with one key, at two services, do the work once', async () => {
  const before = await count('posts')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 2 ? app : other).call('POST', '/api/v3/feature_requests', {
        headers: keyed('at-once'),
        body: { title: 'Once' },
      }),
    ),
  )
  expect(await count('posts')).toBe((before ?? 0) + 1)
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  expect(created.filter((answer) => isReplayed(answer) === null)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
    new Set(refused.length > 0 ? ['409 ERROR_CODE_CONFLICT'] : []),
  )
})

test('while the first request runs, the key is in use, also with another body and at another service', async () => {
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table tags in share mode')
  const first = createTag('Slow', keyed('slow'))
  await expect
    .poll(async () => (await query(`select from pg_locks where locktype = 'advisory'`)).rowCount, {
      interval: 5,
    })
    .toBeGreaterThan(0)
  for (const [at, name] of [
    [app, 'Slow'],
    [other, 'Slow'],
    [other, 'Else'],
  ] as const) {
    const { status, body, headers } = await createTag(name, keyed('slow'), at)
    expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'ERROR_CODE_CONFLICT', '1'])
  }
  await holder.query('rollback')
  holder.release()
  const answer = await first
  expect(answer.status).toBe(201)
  expect((await createTag('Slow', keyed('"slow"'), other)).text).toBe(answer.text)
})

test('a retry receives the bytes of the stored response at every service, also after a restart', async () => {
  const first = await createTag('Kept', keyed('kept'))
  expect([first.status, isReplayed(first)]).toEqual([201, null])
  await app.call('PUT', `/api/v3/tags/${first.body.tag.id}`, {
    headers: tenant.key,
    body: { name: 'Renamed' },
  })
  const restarted = await startApp({ beside: app })
  const everywhere = [app, other, restarted, app, other, restarted]
  for (const retried of await Promise.all(everywhere.map((at) => createTag('Kept', keyed('kept'), at)))) {
    expect([retried.status, retried.text, isReplayed(retried)]).toEqual([201, first.text, 'true'])
    expect(retried.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  }
  await restarted.stop()
})

test('a key with another body, path or query is refused and does nothing', async () => {
  await createTag('Same', keyed('same'))
  const tags = await count('tags')
  const body = { name: 'Same', title: 'Same' }
  const responses = [await createTag('Other', keyed('same'))]
  for (const path of ['/api/v3/tags?color=%23000', '/api/v3/feature_requests'])
    responses.push(await app.call('POST', path, { headers: keyed('same'), body }))
  for (const refused of responses)
    expect([refused.status, refused.body.error]).toEqual([422, 'ERROR_CODE_INVALID_PARAM'])
  expect(await count('tags')).toBe(tags)
})

test('keys belong to a credential: key, key with person, organization and install', async () => {
  const member = await tenant.member('member')
  const withMember = { ...tenant.key, ...member.session }
  const create = (headers: Headers) =>
    app.call('POST', '/api/v3/feature_requests', { headers: keyed('mine', headers), body: { title: 'Mine' } })
  const answers = [tenant.key, tenant.keyAndAdmin, withMember, foreign.key].map(create)
  const ids = (await Promise.all(answers)).map(({ body }) => body.id as number)
  expect(new Set(ids).size).toBe(4)

  const client = await registerApp(app, tenant)
  const tokens = await install(app, client, tenant, { actor: 'app' })
  const first = await create(bearer(tokens.access_token))
  const next = await refresh(app, client, tokens.refresh_token)
  const retried = await create(bearer(next.body.access_token))
  expect([first.status, retried.text, isReplayed(retried)]).toEqual([201, first.text, 'true'])
  expect(ids).not.toContain(first.body.id)
})

test('a refusal of the work is stored, and the work of the refused request is undone', async () => {
  await createTag('Taken', tenant.key)
  const first = await createTag('Taken', keyed('taken'))
  expect([first.status, first.body.error]).toEqual([422, 'ERROR_CODE_ALREADY_EXISTS'])
  await query(`delete from tags where name = 'Taken'`)
  const retried = await createTag('Taken', keyed('taken'))
  expect([retried.status, retried.text, isReplayed(retried)]).toEqual([422, first.text, 'true'])

  const members = await count('users')
  const posted = await app.call('POST', '/api/v3/feature_requests/post_on_behalf', {
    headers: keyed('half', tenant.keyAndAdmin),
    body: { title: 'Half', email: 'half@people.example', bucket_id: 987_654 },
  })
  expect([posted.status, await count('users')]).toEqual([422, members])
})

test('a request that is refused before its work does not use its key', async () => {
  const send = (headers: Headers, body: unknown) => app.call('POST', '/api/v3/changelogs', { headers, body })
  const body = { title: 'Free', description: 'News' }
  const customer = await tenant.sso({ email: 'someone@people.example' })
  const refused = [
    await send(keyed('free', {}), body),
    await send(keyed('free'), body),
    await send(keyed('free', { ...customer, ...tenant.key }), body),
    await send({ ...keyed('free', tenant.keyAndAdmin), 'Content-Type': 'application/json' }, '{'),
    await send(keyed('free', tenant.keyAndAdmin), { ...body, published: 'perhaps' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 403, 400, 400])
  await query('alter table changelogs rename to absent')
  expect((await send(keyed('free', tenant.keyAndAdmin), body)).status).toBe(500)
  await query('alter table absent rename to changelogs')
  const done = await send(keyed('free', tenant.keyAndAdmin), body)
  expect([done.status, isReplayed(done)]).toEqual([201, null])
})

test('a caller who lost the permission does not receive the stored response', async () => {
  const member = await tenant.member('member')
  const send = () =>
    app.call('POST', '/api/v3/customers', {
      headers: keyed('demoted', { ...tenant.key, ...member.session }),
      body: { email: 'demoted@people.example' },
    })
  expect((await send()).status).toBe(201)
  await query(`update users set role = null where id = ${member.id}`)
  expect((await send()).status).toBe(403)
})

test('a key is 1 to 255 printable ASCII characters', async () => {
  for (const key of ['', '""', '"open', 'two words', 'a,b', 'é', 'x'.repeat(256), `"${'x'.repeat(256)}"`]) {
    const { status, body } = await createTag('Invalid', keyed(Buffer.from(key).toString('latin1')))
    const message = '"Idempotency-Key" must be 1 to 255 printable ASCII characters.'
    expect([status, body.message], key).toEqual([400, message])
  }
})

test('an expired response is replaced, and the sweep deletes expired responses only', async () => {
  const first = await createTag('Expired', keyed('expired'))
  await query(`update idempotency_keys set expires_at = now() - interval '1 second'`)
  await query(`delete from tags where name = 'Expired'`)
  const again = await createTag('Expired', keyed('expired'))
  expect([again.status, isReplayed(again), again.body.tag.id > first.body.tag.id]).toEqual([201, null, true])
  const expired = (await count('idempotency_keys')) ?? 0
  expect(await purgeResponses(app.database.kysely, 2)).toBe(2)
  expect(await purgeResponses(app.database.kysely, 500)).toBe(expired - 3)
  expect((await createTag('Expired', keyed('expired'))).text).toBe(again.text)
  const { rows } = await query(
    `select extract(epoch from expires_at - now())::int > 86000 as is_kept from idempotency_keys`,
  )
  expect(rows).toEqual([{ is_kept: true }])
})

test('an import is one transaction with its response, and a request without a key costs nothing', async () => {
  const customers = Array.from({ length: 300 }, (_, index) => ({ email: `c${index}@import.example` }))
  const send = (headers: Headers) =>
    app.call('POST', '/api/v3/customers/import', { headers, body: { customers } })
  const first = await send(keyed('import', tenant.keyAndAdmin))
  expect([first.status, first.body.customers.length]).toEqual([200, 300])
  expect((await send(keyed('import', tenant.keyAndAdmin))).text).toBe(first.text)
  app.statements.length = 0
  await createTag('Unkeyed', tenant.key)
  expect(app.statements.filter((text) => /savepoint|advisory_xact|idempotency/.test(text))).toEqual([])
})
