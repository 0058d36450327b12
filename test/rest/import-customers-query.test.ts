import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (query: string, body?: unknown) =>
  app.call('POST', `/api/v3/customers/import?${query}`, { headers: tenant.keyAndAdmin, body })

test('the query may name the entries by their indexes, and the body wins', async () => {
  const query = [
    'customers[1][email]=second@query.example',
    'customers[0][email]=first@query.example',
    'customers[0][name]=First',
    'customers[0][labels][]=a&customers[0][labels][]=b',
    'customers[0][custom_fields][plan]=gold',
    'customers[0][starred]=1',
    'customers[2][name]=Nobody',
  ].join('&')
  const { status, body } = await send(query)
  expect(status).toBe(200)
  expect(body.customers).toMatchObject([
    {
      email: 'first@query.example',
      name: 'First',
      labels: ['a', 'b'],
      custom_fields: { plan: 'gold' },
      starred: true,
    },
    { email: 'second@query.example' },
  ])
  expect(body.errors).toMatchObject([{ index: 2, email: null, errors: { email: ["can't be blank"] } }])
  expect((await send(query, { customers: [] })).body).toEqual({ customers: [], errors: [] })
})

test.each([
  'customers[email]=a@query.example',
  'customers[][email]=a@query.example',
  'customers=a@query.example',
  'customers=[{"email":"a@query.example"}]',
])('refuses %s, which names no index', async (query) => {
  const { status, body } = await send(query)
  expect([status, body.errors]).toEqual([400, { customers: ['must be a list'] }])
})

test('keys of an entry in the query are only data', async () => {
  const query = `customers[0][email]=p@query.example&customers[0][__proto__][starred]=1&customers[0][1][${'[1][a]'.repeat(1_000)}]=1`
  const { status, body } = await send(query)
  expect(status).toBe(200)
  expect(body.customers).toMatchObject([{ email: 'p@query.example', starred: false }])
  expect(body.errors).toMatchObject([{ index: 1, email: null }])
})
