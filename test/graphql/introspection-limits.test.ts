import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let production: TestApp
let tenantThere: Tenant

beforeAll(async () => {
  app = await startApp()
  production = await startApp({ production: true })
  tenantThere = await createTenant(production)
})
afterAll(() => Promise.all([app.stop(), production.stop()]))

const INVALID = { code: 'INVALID_PARAM', status: 400 }

const whole = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
}

test.each([
  ['the standard introspection', getIntrospectionQuery()],
  ['the introspection of an explorer', getIntrospectionQuery(whole)],
  ['one type', '{ __type(name: "Query") { name fields { name args { name type { name } } } } }'],
])(
  'answers %s for everyone outside production, and in production for authenticated callers',
  async (_name, query) => {
    for (let times = 1; times <= 3; times++) {
      const there = await run(production, tenantThere.key, query)
      const { body } = await app.graphql(query)
      expect(body.errors).toBeUndefined()
      expect(body.data).toEqual(there)
    }
  },
)

test.each([
  ['aliases', many('__schema { types { name description fields { name args { name } } } }')],
  [
    'fragments',
    `${many('__schema { ...S }')} fragment S on __Schema { types { ...T } } fragment T on __Type { name fields { name args { name } } }`,
  ],
  ['lists in lists', many('__schema { types { fields { type { ofType { name fields { name } } } } } }')],
])('counts the cost of introspection that grows by %s, and rejects it', async (_name, query) => {
  const { message, ...error } = await refusal(app, {}, query)
  expect(error).toEqual(INVALID)
  expect(message).toMatch(/costs too much to count, more than 50000/)
})

function many(selection: string): string {
  return `{ ${Array.from({ length: 29 }, (_, n) => `a${n}: ${selection}`).join(' ')} }`
}
