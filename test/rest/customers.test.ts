import { expect, test } from 'vitest'
import { setClock } from '../../src/lib/time/clock.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const call = (method: string, path: string, body?: unknown, headers: Headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/${path}`, { headers, body })
const create = async (body: object) => (await call('POST', 'customers', body)).body
const emails = async (query: string, headers?: Headers) =>
  (await call('GET', `customers?${query}`, undefined, headers)).body.customers.map(
    (customer: { email: string }) => customer.email,
  )

test('creates, reads and lists a customer as documented', async () => {
  // The text of `member_since` then does not change during the test.
  const at = new Date()
  setClock(() => at)
  const created = await call('POST', 'customers', {
    email: ' Ada@Example.com ',
    name: 'Ada Lovelace',
    profile_picture: 'https://cdn.example.com/ada.png',
    labels: ['enterprise', 'Berlin, Germany', 'beta', 'beta'],
    starred: 'true',
    custom_fields: { plan: 'gold', seats: 25, nested: { snake_case: null } },
  })
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: expect.any(Number),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    blocked: false,
    post_count: 0,
    votes_count: 0,
    comments_count: 0,
    member_since: 'less than a minute',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    starred: true,
    labels: ['enterprise', 'Berlin, Germany', 'beta'],
    custom_fields: { plan: 'gold', seats: 25, nested: { snake_case: null } },
    profile_picture: { url: 'https://cdn.example.com/ada.png' },
  })
  expect((await call('GET', `customers/${created.body.id}`, undefined, tenant.key)).body).toEqual(
    created.body,
  )
  expect((await call('GET', 'customers', undefined, tenant.key)).body).toEqual({
    success: true,
    customers: [created.body],
  })
  const bare = await create({ email: 'bob@example.com' })
  expect(bare).toMatchObject({
    name: 'bob',
    labels: [],
    custom_fields: {},
    profile_picture: null,
    starred: false,
  })
})

test('stores one customer per e-mail, regardless of case and concurrency', async () => {
  const answers = await Promise.all(
    ['one@once.example', 'ONE@once.example', 'One@Once.example', ' one@once.example'].map((email) =>
      call('POST', 'customers', { email }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
    error: 'ERROR_CODE_ALREADY_EXISTS',
    errors: { email: ['has already been taken'] },
  })
  expect(await emails('q=once.example')).toEqual(['one@once.example'])
})

test('updates only the given fields, and replaces custom fields and labels as a whole', async () => {
  const ann = await create({
    email: 'ann@update.example',
    name: 'Ann',
    labels: ['a'],
    custom_fields: { x: 1, y: 2 },
    profile_picture_url: 'https://cdn.example/a.png',
  })
  const first = await call('PUT', `customers/${ann.id}`, {
    custom_fields: { z: 3 },
    profile_picture_url: null,
  })
  expect(first.body).toEqual({ ...ann, custom_fields: { z: 3 }, profile_picture: null })
  const second = await call('PUT', 'customers', {
    email: 'ANN@update.example',
    starred: true,
    labels: ['b', 'c'],
  })
  expect(second.body).toEqual({ ...first.body, starred: true, labels: ['b', 'c'] })
  const moved = await call('PUT', `customers/${ann.id}`, { email: 'anna@update.example' })
  expect(moved.body.email).toBe('anna@update.example')
  await create({ email: 'taken@update.example' })
  expect(await call('PUT', `customers/${ann.id}`, { email: 'taken@update.example' })).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_ALREADY_EXISTS' },
  })
  expect(await call('PUT', 'customers', { email: 'nobody@update.example', name: 'x' })).toMatchObject({
    status: 422,
    body: { errors: { email: [expect.any(String)] } },
  })
  expect((await call('GET', `customers/${ann.id}`)).body).toEqual(moved.body)
})

test('names the fields that cannot be stored, and stores nothing', async () => {
  const refused: [object, string, number][] = [
    [{ name: 'n'.repeat(256) }, 'name', 422],
    [{ profile_picture: 'javascript:alert(1)' }, 'profile_picture_url', 400],
    [{ labels: [1] }, 'labels', 400],
    [{ custom_fields: { big: 'x'.repeat(30_000) } }, 'custom_fields', 422],
    [{ custom_fields: JSON.parse('{"a":'.repeat(15) + '1' + '}'.repeat(15)) }, 'custom_fields', 422],
    [{ blocked: 'perhaps' }, 'blocked', 400],
  ]
  for (const [fields, field, status] of refused) {
    const answer = await call('POST', 'customers', { email: 'refused@example.com', ...fields })
    expect(answer, field).toMatchObject({ status, body: { errors: { [field]: [expect.any(String)] } } })
  }
  expect(await emails('q=refused@')).toEqual([])
})

test.each([
  [{ labels: { a: 'b' } }, 'must be a list of strings', '"labels" must be a list of strings.'],
  [{ labels: 5 }, 'must be a list of strings', '"labels" must be a list of strings.'],
  [{ labels: true }, 'must be a list of strings', '"labels" must be a list of strings.'],
  [{ labels: [{}] }, 'must be a string', '"labels" contains a value that must be a string.'],
  [{ labels: ['a', 1] }, 'must be a string', '"labels" contains 1, which must be a string.'],
])('refuses the labels %j at creation and update', async (body, problem, message) => {
  const email = 'labels@example.com'
  const { id } = (await call('GET', 'customers')).body.customers[0]
  const answers = [
    await call('POST', 'customers', { email, ...body }),
    await call('PUT', `customers/${id}`, body),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERROR_CODE_INVALID_PARAM', message, errors: { labels: [problem] } },
    })
})

test('names a field as it was sent', async () => {
  const picture = { email: 'picture@example.com', profile_picture: 'javascript:alert(1)' }
  expect((await call('POST', 'customers', picture)).body).toMatchObject({
    message: '"profile_picture" must be an http or https URL.',
    errors: { profile_picture_url: ['must be an http or https URL'] },
  })
})

test('lists customers newest first, filtered by label and searched literally in name and e-mail, 20 per page', async () => {
  const other = await createTenant(app)
  const customers = Array.from({ length: 25 }, (_, index) => ({
    email: `c${index}@list.example`,
    name: index === 7 ? '100%_sure\\' : `Name ${index}`,
    labels: index % 5 === 0 ? ['fifth'] : [],
  }))
  for (const customer of customers) await call('POST', 'customers', customer, other.keyAndAdmin)
  const newest = customers.map(({ email }) => email).reverse()
  const first = await call('GET', 'customers', undefined, other.key)
  expect(first.body.customers.map(({ email }: { email: string }) => email)).toEqual(newest.slice(0, 20))
  expect(first.headers.get('link')).toContain('page=2')
  expect(await emails('page=2', other.key)).toEqual(newest.slice(20))
  expect(await emails('label=fifth', other.key)).toEqual([
    'c20@list.example',
    'c15@list.example',
    'c10@list.example',
    'c5@list.example',
    'c0@list.example',
  ])
  for (const q of ['100%25_SURE', '%25_', 'sure%5C'])
    expect(await emails(`q=${q}`, other.key)).toEqual(['c7@list.example'])
  expect(await emails('q=C1%40LIST', other.key)).toEqual(['c1@list.example'])
  for (const q of ['%25%25', '__', 'c_@']) expect(await emails(`q=${q}`, other.key)).toEqual([])
})

test('lists 10, 30 and 100 customers in the same number of statements', async () => {
  const many = await createTenant(app)
  const customers = Array.from({ length: 100 }, (_, index) => ({ email: `c${index}@many.example` }))
  await call('POST', 'customers/import', { customers }, many.keyAndAdmin)
  const counts = []
  for (const size of [10, 30, 100]) {
    await call('GET', 'customers?per_page=1', undefined, many.key)
    app.statements.length = 0
    expect(await emails(`per_page=${size}`, many.key)).toHaveLength(size)
    counts.push(app.statements.length)
  }
  expect(counts).toEqual([4, 4, 4])
})
