import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
  type GraphQLOutputType,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../src/graphql/execution/compile.ts'
import { costOf } from '../../src/graphql/execution/cost.ts'
import { LIMITS } from '../../src/graphql/execution/limits.ts'
import { setClock } from '../../src/lib/time/clock.ts'
import { schema } from '../../src/schema.ts'
import { operationOf } from '../support/contract/id-arguments.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { rootFields, type RootField } from '../support/contract/root-fields.ts'
import { fillTenant } from '../support/contract/cross-tenant-fixtures.ts'
import { openSource, past } from '../support/contract/subscription-sources.ts'
import { useApp, useTenant } from '../support/use.ts'

/** The id of one object of every kind. */
const OWN = '555000001'

const app = useApp()
const tenant = useTenant(app)

beforeAll(async () => {
  await fillTenant(app.database.pool, tenant.organization.id, Number(OWN))
  // A use is stored again after a minute, which can end between two results.
  await app.database.pool.query(`update api_keys set last_used_at = now() + interval '1 hour'`)
})

/**
 * Selects every field below a type, `levels` deep. In nested lists, only the fields of the outer one are
 * selected.
 */
function allOf(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return ''
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
  const parts = fields.flatMap(({ name, type: below }) => {
    const target = getNamedType(below)
    if (!isObjectType(target) && !isInterfaceType(target)) return [name]
    const left = isList(target) ? levels - 2 : levels - 1
    const selection = left < 0 ? '' : allOf(below, left)
    return selection === '' ? [] : [`${name} ${selection}`]
  })
  const others = isInterfaceType(named)
    ? schema.getPossibleTypes(named).map((one) => `... on ${one.name} { __typename id }`)
    : []
  return parts.length > 0 ? `{ __typename ${[...parts, ...others].join(' ')} }` : ''
}
const isList = (type: GraphQLOutputType) => isObjectType(type) && 'nodes' in type.getFields()

/** The largest operation that stays within the limits. */
function largestOf(root: RootField) {
  const operations = [4, 3, 2, 1].map((levels) => operationOf(root, OWN, allOf(root.field.type, levels)))
  const largest = operations.find(({ query, variables }) => {
    const tokens = query.match(/\w+|[^\s\w]/g)?.length ?? 0
    return tokens < LIMITS.tokens && costOf(schema, parse(query), variables, undefined) < LIMITS.cost
  })
  if (!largest) throw new Error(`${root.name} has no operation within the limits`)
  return largest
}

describe('a compiled query returns the same result as its first execution', () => {
  const queries = rootFields().filter(({ kind }) => kind === 'query')
  test.each(queries.map((root) => [root.name, root] as const))('%s', async (_name, root) => {
    // The token of a preview changes every ten minutes.
    const at = new Date()
    setClock(() => at)
    // Unknown tokens of fields before delay those after them.
    await app.database.pool.query('delete from failed_attempts')
    const { query, variables } = largestOf(root)
    const ask = async () => (await app.graphql(query, variables, tenant.keyAndAdmin)).body
    const first = await ask()
    expect(first.data, JSON.stringify(first.errors)).not.toBeUndefined()
    for (let times = 0; times < 3; times++) expect(await ask()).toEqual(first)
    expect(compile(schema, parse(query))).not.toBeNull()
  })
})

test.each<[name: string, query: string, variables?: object]>([
  ['an error below', '{ tags { nodes { id } } post(by: { id: "1" }) { id } organization { slug } }'],
  ['an error alone', '{ post(by: { id: "1" }) { id } }'],
  [
    'fragments and aliases',
    '{ one: tags { ...T } two: tags(first: 1) { ...T pageInfo { hasNextPage } } } fragment T on TagConnection { nodes { id name } nodes { color } }',
  ],
  [
    'variables that are not given',
    'query ($first: Int, $orderBy: PostOrder = { field: VOTES, direction: DESC }, $filter: PostFilter) { posts(first: $first, orderBy: $orderBy, filter: $filter) { nodes { id } } }',
  ],
  [
    'variables that are null',
    'query ($first: Int, $filter: PostFilter) { posts(first: $first, filter: $filter) { nodes { id } } }',
    { first: null, filter: null },
  ],
  [
    'a variable of the wrong type',
    'query ($first: Int) { tags(first: $first) { nodes { id } } }',
    { first: 'x' },
  ],
  [
    'an unknown field of an input',
    'query ($filter: PostFilter) { posts(filter: $filter) { nodes { id } } }',
    { filter: { what: 1 } },
  ],
  ['a required variable left out', 'query ($id: ID!) { post(by: { id: $id }) { id } }'],
  [
    'a missing variable inside an input',
    'query ($b: ID) { posts(filter: { bucketId: $b }) { nodes { id } } }',
  ],
  [
    'a null variable inside an input',
    'query ($b: ID) { posts(filter: { bucketId: $b }) { nodes { id } } }',
    { b: null },
  ],
  [
    'variables, literals and defaults inside an input',
    `query ($hidden: Boolean = false, $emails: [String!], $from: DateTime) {
      posts(filter: { hidden: $hidden, submitterEmails: $emails, createdFrom: $from, approvalStatus: APPROVED,
        createdTo: "2999-01-01T00:00:00Z" }) { ...P } }
      fragment P on PostConnection { nodes { id title } totalCount }`,
    { emails: 'one@example.com', from: '2020-01-01T00:00:00Z' },
  ],
  [
    'a list of variables inside an input',
    'query ($a: String!, $b: String!) { posts(filter: { submitterEmails: [$a, $b] }) { nodes { id } } }',
    { a: 'a@example.com', b: 'b@example.com' },
  ],
  [
    'a variable of the wrong value inside an input',
    'query ($from: DateTime) { posts(filter: { createdFrom: $from }) { nodes { id } } }',
    { from: 'yesterday' },
  ],
  ['a variable in a key', 'query ($id: ID!) { tag(by: { id: $id }) { name } }', { id: 'tag_555000001' }],
  ['two keys in one of', 'query ($id: ID!) { tag(by: { id: $id, name: "x" }) { name } }', { id: 'tag_1' }],
  [
    'a condition on everything',
    'query ($on: Boolean!) { tags { nodes { name @include(if: $on) } } }',
    { on: false },
  ],
  [
    'conditions with a default',
    'query ($on: Boolean = true) { tags { nodes { id name @skip(if: $on) color @include(if: $on) } } }',
  ],
  [
    'a condition on a fragment',
    'query ($on: Boolean!) { tags { nodes { id ...T @include(if: $on) } } } fragment T on Tag { name }',
    { on: false },
  ],
])('%s returns the same result at every request', async (_name, query, variables = {}) => {
  const ask = async () => (await app.graphql(query, variables as Record<string, unknown>, tenant.key)).body
  const first = await ask()
  for (let times = 0; times < 3; times++) expect(await ask()).toEqual(first)
})

test.each([
  ['a query', '{ tags { nodes { id } } }', true],
  [
    'variables as arguments',
    'query ($f: PostFilter, $t: ID!) { posts(filter: $f) { nodes { id } } tag(by: { id: $t }) { id } }',
    true,
  ],
  ['a subscription', 'subscription { events { id } }', true],
  ['a mutation', 'mutation { createTag(input: { name: "x" }) { tag { id } } }', false],
  ['a condition', 'query ($on: Boolean!) { tags { nodes { id name @skip(if: $on) } } }', true],
  [
    'a variable inside of an input',
    'query ($b: ID) { posts(filter: { bucketId: $b }) { nodes { id } } }',
    true,
  ],
  ['introspection', '{ __schema { types { name } } }', false],
])('%s is compiled only where allowed', (_name, query, compiled) => {
  const document = parse(query)
  expect(validate(schema, document)).toEqual([])
  expect(compile(schema, document) !== null).toBe(compiled)
})

test('a field that a subscription excludes by a condition is excluded from every item', async () => {
  const query = `subscription ($on: Boolean!) {
    events { ...E id } } fragment E on Event { type ... on PostEvent @include(if: $on) { post { id } } }`
  for (const on of [false, true]) {
    const opened = await openSource(app, tenant.key, query, { on })
    const { post } = postRecording(app, tenant)
    await post('Told')
    const [last] = (await past(opened)).slice(-1)
    expect(Object.keys(last)).toEqual(on ? ['type', 'post', 'id'] : ['type', 'id'])
  }
})
