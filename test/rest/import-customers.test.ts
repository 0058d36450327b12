import { expect, test } from 'vitest'
import { setClock } from '../../src/lib/time/clock.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (customers: unknown) =>
  app.call('POST', '/api/v3/customers/import', { headers: tenant.keyAndAdmin, body: { customers } })
const stored = async () =>
  (await app.database.pool.query('select count(*)::int as count from users where customer_since is not null'))
    .rows[0].count as number

test('stores valid entries and returns invalid ones with all their errors', async () => {
  // The text of `member_since` then does not change during the test.
  const at = new Date()
  setClock(() => at)
  const { status, body } = await send([
    { email: 'one@good.example', name: 'One', labels: ['a'], custom_fields: { plan: 'gold' }, starred: '1' },
    { email: 'not-an-address', name: 'Nobody', labels: 5 },
    'no object',
    { email: 'two@good.example', profile_picture: 'https://cdn.example/2.png', blocked: false },
    { email: 'nul@bad.example', custom_fields: { a: ['\0'] } },
    {
      email: 'bad@bad.example',
      name: 5,
      starred: 'maybe',
      custom_fields: [],
      profile_picture_url: 'ftp://x',
    },
    null,
    { email: 'long@bad.example', name: 'n'.repeat(256) },
  ])
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['customers', 'errors'])
  expect(body.customers).toMatchObject([
    {
      name: 'One',
      email: 'one@good.example',
      labels: ['a'],
      custom_fields: { plan: 'gold' },
      starred: true,
      profile_picture: null,
      post_count: 0,
      member_since: 'less than a minute',
    },
    { name: 'two', email: 'two@good.example', profile_picture: { url: 'https://cdn.example/2.png' } },
  ])
  expect(body.errors).toEqual([
    {
      index: 1,
      email: 'not-an-address',
      message: 'Email is invalid',
      errors: { email: ['is invalid'], labels: ['must be a list of strings'] },
    },
    {
      index: 2,
      email: null,
      message: '"customers" contains an entry that is not an object.',
      errors: { entry: ['must be an object'] },
    },
    {
      index: 4,
      email: 'nul@bad.example',
      message: '"custom_fields" contains a NUL character.',
      errors: { custom_fields: ['contains a NUL character'] },
    },
    {
      index: 5,
      email: 'bad@bad.example',
      message: '"name" must be a string.',
      errors: {
        name: ['must be a string'],
        profile_picture_url: ['must be an http or https URL'],
        starred: ['must be true or false'],
        custom_fields: ['must be an object'],
      },
    },
    {
      index: 6,
      email: null,
      message: '"customers" contains an entry that is not an object.',
      errors: { entry: ['must be an object'] },
    },
    {
      index: 7,
      email: 'long@bad.example',
      message: '"name" is too long (maximum is 255 characters).',
      errors: { name: ['is too long (maximum is 255 characters)'] },
    },
  ])
  expect(await stored()).toBe(2)
})

test('reports an entry that is not an object as such', async () => {
  const { body } = await send(['ada@none.example', { email: 'object@some.example' }, null, [1]])
  expect(body.customers).toHaveLength(1)
  expect(body.errors).toEqual(
    [0, 2, 3].map((index) => ({
      index,
      email: null,
      message: '"customers" contains an entry that is not an object.',
      errors: { entry: ['must be an object'] },
    })),
  )
})

test('merges entries with the same e-mail, of which the later one wins, and reports each at its index', async () => {
  const { body } = await send([
    { email: 'twice@same.example', name: 'First', labels: ['kept'] },
    { email: 'between@same.example' },
    { email: 'TWICE@same.example', name: 'Second', starred: true },
  ])
  expect(body.errors).toEqual([])
  expect(body.customers.map(({ email }: { email: string }) => email)).toEqual([
    'twice@same.example',
    'between@same.example',
    'twice@same.example',
  ])
  expect(body.customers[0]).toEqual(body.customers[2])
  expect(body.customers[2]).toMatchObject({ name: 'Second', labels: ['kept'], starred: true })
})

test('updates only the given fields of an existing customer', async () => {
  const first = (
    await send([
      {
        email: 'known@upsert.example',
        name: 'Known',
        labels: ['a'],
        starred: true,
        profile_picture_url: 'https://cdn.example/k.png',
        custom_fields: { a: 1 },
      },
    ])
  ).body.customers[0]
  const same = (await send([{ email: 'known@upsert.example', name: '', labels: null }])).body.customers[0]
  expect(same).toEqual(first)
  const changed = (
    await send([{ email: 'known@upsert.example', custom_fields: { b: 2 }, profile_picture_url: null }])
  ).body.customers[0]
  expect(changed).toEqual({ ...first, custom_fields: { b: 2 }, profile_picture: null })
})

test('imports a thousand entries in a few statements, and rejects a larger import as a whole', async () => {
  const customers = Array.from({ length: 1000 }, (_, index) => ({
    email: `bulk${index}@bulk.example`,
    labels: ['bulk'],
  }))
  const before = await stored()
  expect((await send([...customers, { email: 'over@bulk.example' }])).status).toBe(400)
  const entries = [...customers, { email: 'over@bulk.example' }]
  const graphql = await app.graphql(
    'mutation ($entries: [CustomerImportEntryInput!]!) { importCustomers(input: { entries: $entries }) { failures { index } errors { code field } } }',
    { entries },
    tenant.admin.session,
  )
  expect(graphql.body.data.importCustomers).toEqual({
    failures: null,
    errors: [{ code: 'UNPROCESSABLE', field: ['entries'] }],
  })
  expect(await stored()).toBe(before)
  for (const round of ['created', 'updated']) {
    app.statements.length = 0
    const { body } = await send(customers)
    expect(body.customers.length, round).toBe(1000)
    expect(app.statements.length).toBeLessThan(30)
    expect(await stored()).toBe(before + 1000)
  }
})

test('stores each person once for concurrent imports of the same people', async () => {
  const before = await stored()
  const people = Array.from({ length: 300 }, (_, index) => ({
    email: `race${index}@race.example`,
    name: `Race ${index}`,
  }))
  const answers = await Promise.all([send(people), send([...people].reverse()), send(people)])
  expect(answers.map(({ status, body }) => [status, body.customers?.length])).toEqual([
    [200, 300],
    [200, 300],
    [200, 300],
  ])
  expect(await stored()).toBe(before + 300)
})

test('rejects a list of the wrong type as a whole, and returns an empty result for an empty list', async () => {
  expect(await send('all')).toMatchObject({
    status: 400,
    body: { errors: { customers: ['must be a list'] } },
  })
  expect(await send({})).toMatchObject({ status: 400 })
  expect(await send([])).toMatchObject({ status: 200, body: { customers: [], errors: [] } })
})
