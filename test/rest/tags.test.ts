import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant

const send = (method: string, path: string, body?: unknown, headers = tenant.key) =>
  app.call(method, `/api/v3/tags${path}`, { headers, body })

beforeAll(async () => {
  tenant = await createTenant(app)
})

test('creates, reads, updates and deletes a tag as documented', async () => {
  const created = await send('POST', '', { name: ' Mobile ', color: '#3366FF' })
  expect(created).toMatchObject({
    status: 201,
    body: { success: true, tag: { name: 'Mobile', color: '#3366ff' } },
  })
  const { id } = created.body.tag
  expect((await send('GET', `/${id}`)).body).toEqual(created.body)
  const renamed = await send('PUT', `/${id}`, { name: 'Mobile app' })
  expect(renamed.body.tag).toEqual({ id, name: 'Mobile app', color: '#3366ff' })
  const recolored = await send('PUT', `/${id}`, { color: '#000' })
  expect(recolored.body.tag).toEqual({ id, name: 'Mobile app', color: '#000' })
  const deleted = await send('DELETE', `/${id}`)
  expect(deleted).toMatchObject({ status: 200, body: { success: true } })
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await send(method, `/${id}`, method === 'PUT' ? {} : undefined)).toMatchObject({
      status: 404,
      body: { error: 'ERROR_CODE_NOT_FOUND', message: 'Tag not found' },
    })
})

test('lists tags by name in pages', async () => {
  const own = await createTenant(app)
  for (const name of ['c', 'a', 'd', 'b', 'e']) await send('POST', '', { name }, own.key)
  const first = await send('GET', '?per_page=2', undefined, own.key)
  expect(first.body.tags.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
  expect(first.headers.get('link')).toContain('page=2')
  const last = await send('GET', '?per_page=2&page=3', undefined, own.key)
  expect(last.body.tags.map(({ name }: { name: string }) => name)).toEqual(['e'])
  expect(nextPage(last.headers)).toBeNull()
  expect((await send('GET', '?page=9', undefined, own.key)).body).toEqual({ success: true, tags: [] })
  for (const query of ['?page=0', '?per_page=101', '?per_page=x'])
    expect((await send('GET', query, undefined, own.key)).status).toBe(400)
  const { tags } = await run(app, own.key, '{ tags(first: 3) { nodes { name } pageInfo { endCursor } } }')
  const rest = await run(app, own.key, 'query ($after: String) { tags(after: $after) { nodes { name } } }', {
    after: tags.pageInfo.endCursor,
  })
  expect([...tags.nodes, ...rest.tags.nodes].map(({ name }) => name).join('')).toBe('abcde')
})

test('keeps names unique regardless of case, also among concurrent requests', async () => {
  const own = await createTenant(app)
  const answers = await Promise.all(['Été', 'été', 'ÉTÉ'].map((name) => send('POST', '', { name }, own.key)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  const taken = answers.find(({ status }) => status === 422)
  expect(taken?.body).toMatchObject({
    error: 'ERROR_CODE_ALREADY_EXISTS',
    errors: { name: ['has already been taken'] },
  })
  const other = await send('POST', '', { name: 'Winter' }, own.key)
  expect((await send('PUT', `/${other.body.tag.id}`, { name: 'ÉtÉ' }, own.key)).body.error).toBe(
    'ERROR_CODE_ALREADY_EXISTS',
  )
  expect((await send('PUT', `/${other.body.tag.id}`, { name: 'WINTER' }, own.key)).body.tag.name).toBe(
    'WINTER',
  )
  expect((await send('POST', '', { name: 'Été' })).status).toBe(201)
})

test('rejects a tag without a name or with an invalid color, and stores nothing', async () => {
  const before = await send('GET', '?per_page=100')
  expect(await send('POST', '', {})).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_MISSING_PARAM', message: `"name" can't be blank.` },
  })
  expect((await send('POST', '', { name: '  ' })).status).toBe(422)
  expect((await send('POST', '', { name: 'Bad', color: 'red' })).status).toBe(400)
  expect((await send('POST', '', { name: 'x'.repeat(256) })).status).toBe(422)
  expect((await send('GET', '?per_page=100')).body).toEqual(before.body)
})

test('removes a deleted tag from its posts', async () => {
  const { body } = await send('POST', '', { name: 'Gone soon' })
  const post = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Tagged', tag_ids: [body.tag.id] },
  })
  expect(post.body.tags).toEqual([body.tag])
  await send('DELETE', `/${body.tag.id}`)
  const after = await app.call('GET', `/api/v3/feature_requests/${post.body.id}`, { headers: tenant.key })
  expect(after.body.tags).toEqual([])
})

test('keeps posts intact when a tag is deleted while posts receive it', async () => {
  for (let round = 0; round < 6; round++) {
    const { body } = await send('POST', '', { name: `Racing ${round}` })
    const post = () =>
      app.call('POST', '/api/v3/feature_requests', {
        headers: tenant.key,
        body: { title: 'Tagged', tag_ids: [body.tag.id] },
      })
    const [one, gone, two] = await Promise.all([post(), send('DELETE', `/${body.tag.id}`), post()])
    expect(gone.status).toBe(200)
    for (const { status } of [one, two]) expect([201, 422]).toContain(status)
  }
})

test('requires an API key, and lets customers only read', async () => {
  expect((await app.call('GET', '/api/v3/tags')).status).toBe(401)
  const customer = await tenant.sso({ email: 'c@customer.example' })
  expect((await send('POST', '', { name: 'Mine' }, customer)).status).toBe(401)
  await run(app, customer, '{ tags { nodes { name } } }')
  expect(
    await refusal(app, customer, 'mutation { createTag(input: { name: "Mine" }) { tag { id } } }'),
  ).toMatchObject({ status: 403 })
})

test("treats another organization's tag as unknown", async () => {
  const other = await createTenant(app)
  const { body } = await send('POST', '', { name: 'Theirs' }, other.key)
  for (const [method, change] of [
    ['GET', undefined],
    ['PUT', { name: 'Ours' }],
    ['DELETE', undefined],
  ] as const) {
    const foreign = await send(method, `/${body.tag.id}`, change)
    const unknown = await send(method, '/2147483647', change)
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  }
  expect((await send('GET', `/${body.tag.id}`, undefined, other.key)).body).toEqual(body)
})
