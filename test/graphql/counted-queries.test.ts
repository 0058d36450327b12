import { isObjectType, parse, TypeInfo, visit, visitWithTypeInfo, type GraphQLObjectType } from 'graphql'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isCountedField } from '../../src/graphql/access/counted-fields.ts'
import { isCounted } from '../../src/graphql/execution/is-counted.ts'
import { schema } from '../../src/schema.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { changeRows } from '../support/contract/change-rows.ts'
import { rootQueries } from '../support/contract/counted-documents.ts'
import { tenantTables } from '../support/contract/tenant-tables.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import type { Headers, Tenant } from '../support/fixtures/scenario.ts'
import { fullTenant } from '../support/tags.ts'
import { useApp } from '../support/use.ts'

/** Id of a row of every table. */
const ID = 900_001
const YEAR_MS = 365 * 86_400_000

const publicUrl = 'https://feedback.example.com'
const settings = { publicUrl, rateLimitPerMinute: 0 }
const app = useApp(settings)
/** A process that stores no responses. */
let storeless: TestApp
let tenant: Tenant

const queries = rootQueries(schema, ID)
/** An object that only long queries contain. */
queries.push({
  name: 'subscribers',
  query: `{ post(by: { databaseId: ${ID} }) { subscribers(first: 2) { nodes { user { name } post { title } } } } }`,
  isCounted: true,
})
const counted = queries.filter((one) => one.isCounted)

beforeAll(async () => {
  storeless = await startApp({ beside: app, ...settings, responseCacheMb: 0 })
  tenant = await fullTenant(app, ID)
})
afterAll(() => storeless.stop())
afterEach(() => void vi.useRealTimers())

type Asked = { name: string; query: string }
const ask = async (of: TestApp, { query }: Asked, headers: Headers) =>
  (await of.graphql(query, {}, headers)).text

/** Asks for the result of each query, as text by the name of its root field. */
async function askAll(of: TestApp, asked: Asked[], headers: Headers): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const one of asked) texts.set(one.name, await ask(of, one, headers))
  return texts
}

test('each counted field exists and is in a query of the test, and no other root field is cached', () => {
  const roots = Object.keys(schema.getQueryType()?.getFields() ?? {})
  expect(counted.length).toBeGreaterThan(20)
  const rest = roots.filter((name) => isCountedField({ name: 'Query' } as GraphQLObjectType, name))
  expect(counted.map(({ name }) => name).sort()).toEqual([...rest, 'subscribers'].sort())
  expect(fieldsWithout(queries)).toEqual([])
  for (const { query, isCounted: expected } of queries)
    expect(isCounted(schema, parse(query)), query).toBe(expected)
})

/** Returns the counted fields that are in none of the queries. `edges` are the nodes again. */
function fieldsWithout(asked: Asked[]): string[] {
  const found = new Set<string>()
  const types = new TypeInfo(schema)
  for (const { query } of asked)
    visit(
      parse(query),
      visitWithTypeInfo(types, {
        Field: ({ name }) => void found.add(`${types.getParentType()?.name}.${name.value}`),
      }),
    )
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !/(Connection|Edge)$/.test(name))
    .flatMap((type) =>
      Object.keys(type.getFields())
        .filter((name) => isCountedField(type, name))
        .map((name) => `${type.name}.${name}`),
    )
    .filter((name) => !found.has(name))
}

test.each([
  ['a field of a person', '{ posts { nodes { viewerVote } } }'],
  ['an address that ends with time', '{ changelogs { nodes { previewUrl } } }'],
  ['a list that is not counted', '{ posts { nodes { events { totalCount } } } }'],
  ['a fragment', 'query { posts { ...F } } fragment F on PostConnection { nodes { viewerSubscribed } }'],
  ['a skipped field', '{ posts { nodes { viewerVote @skip(if: true) } } }'],
  ['an interface', '{ node(id: "post_1") { id } }'],
  ['the schema', '{ __schema { queryType { name } } }'],
  ['a mutation', 'mutation { createTag(input: { name: "a" }) { tag { id } } }'],
  [
    'an operation beside it',
    'query A { tags { totalCount } } mutation B { createTag(input: { name: "a" }) { tag { id } } }',
  ],
])('%s makes a document uncacheable', (_what, query) => {
  expect(isCounted(schema, parse(query))).toBe(false)
  expect(isCounted(schema, parse('{ posts { __typename nodes { __typename title } } }'))).toBe(true)
})

/** Returns the tables whose writes revisions count. Those of organizations are counted by their verbs. */
async function countedTables(): Promise<Set<string>> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_revision'
     group by 1 having count(*) = 3`,
  )
  return new Set(['organizations', ...rows.map(({ name }) => name)])
}

test('a cached query runs no statement, and its fields read counted tables without the time', async () => {
  const names = await countedTables()
  for (const one of counted) {
    storeless.statements.length = 0
    expect(JSON.parse(await ask(storeless, one, tenant.key)), one.query).not.toHaveProperty('errors')
    const text = storeless.statements.join('\n')
    const tables = [...text.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, name = '']) => name)
    const others = tables.filter((name) => tenantTables.has(name) && !names.has(name))
    expect([...new Set(others)], one.name).toEqual([])
    expect(text, one.name).not.toMatch(/\bnow\(\)|current_(date|time)|clock_timestamp|random\(\)/i)
  }
  for (let times = 0; times < 2; times++) await askAll(app, counted, tenant.key)
  app.statements.length = 0
  await askAll(app, counted, tenant.key)
  expect(app.statements).toEqual([])
})

test('after a write of every table, each query has the result of a process without the cache', async () => {
  const { pool } = app.database
  const names = await countedTables()
  // Each process identifies a key for a second without the database.
  const others = [...tenantTables].filter((name) => name !== 'api_keys' && !names.has(name))
  const rest = [...names].filter((name) => tenantTables.has(name))
  const rounds = [others, ...[0, 1, 2, 3].map((round) => rest.filter((_name, index) => index % 4 === round))]
  const changed = new Set<string>()
  await askAll(app, counted, tenant.key)
  for (const tables of rounds) {
    const before = await askAll(app, counted, tenant.key)
    const restore: (() => Promise<void>)[] = []
    for (const table of tables) restore.push(await changeRows(pool, tenant.organization.id, table))
    const cached = await askAll(app, counted, tenant.key)
    const computed = await askAll(storeless, counted, tenant.key)
    for (const [name, text] of computed) {
      expect(cached.get(name), `${name} after ${tables.join()}`).toBe(text)
      if (before.get(name) !== text) changed.add(name)
    }
    for (const one of restore.reverse()) await one()
  }
  expect(changed.size).toBeGreaterThan(15)
}, 120_000)

test('a query depends on its caller by their view alone', async () => {
  const grants = [
    ['posts:read'],
    ['posts:read', 'comments:read'],
    ['customers:read', 'tags:read', 'member:read'],
  ] as const
  const callers = [
    tenant.key,
    ...(await Promise.all(grants.map((scopes) => putGrant(app, tenant, tenant, { scopes })))).map(
      ({ token }) => token,
    ),
  ]
  for (let times = 0; times < 3; times++)
    for (const headers of [...callers, tenant.keyAndAdmin, tenant.admin.session]) {
      const cached = await askAll(app, counted, headers)
      const computed = await askAll(storeless, counted, headers)
      for (const [name, text] of computed) expect(cached.get(name), name).toBe(text)
    }
})

test('no counted field depends on the time', async () => {
  const before = await askAll(storeless, counted, tenant.key)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR_MS })
  expect(await askAll(storeless, counted, tenant.key)).toEqual(before)
})
