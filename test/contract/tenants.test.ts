import type { GraphQLInterfaceType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_KINDS, type ErrorCode } from '../../src/lib/errors.ts'
import { schema } from '../../src/schema.ts'
import { nodeTypes } from '../../src/graphql/schema/node/node.ts'
import { NODE_PREFIXES, PAIR_PREFIXES } from '../../src/graphql/schema/node/prefixes.ts'
import type { Answer } from '../support/app.ts'
import { ALIASES } from '../support/contract/field-messages.ts'
import { idArguments, operationWith, type IdArgument } from '../support/contract/id-arguments.ts'
import { openapi } from '../support/contract/openapi.ts'
import { tablesNamed } from '../support/contract/probe-values.ts'
import { isIdName, requestWith, restIdParameters } from '../support/contract/rest-id-parameters.ts'
import { rootFields } from '../support/contract/root-fields.ts'
import { addImportRuns, digestOf, fillTenant, nodeIdOf } from '../support/contract/cross-tenant-fixtures.ts'
import { trySource } from '../support/contract/subscription-sources.ts'
import { useApp, useTenant } from '../support/use.ts'

/**
 * The ids of one object of every kind in the caller's organization and in another one, and an id without an
 * object.
 */
const OWN = '555000001'
const FOREIGN = '777000001'
const UNKNOWN = '2147483000'

const app = useApp()
const caller = useTenant(app)
let tables: string[]
const covered = new Set<string>()

beforeAll(async () => {
  await fillTenant(app.database.pool, caller.organization.id, Number(OWN))
  tables = await fillTenant(app.database.pool, Number(FOREIGN), Number(FOREIGN))
  await addImportRuns(app.database.pool)
  // People see their own sessions and notifications only.
  await app.database.pool.query(
    `update sessions set account_id = $1, organization_id = null, user_id = null, sso_key_rotated_at = null,
       expires_at = now() + interval '1 day' where id = $2`,
    [caller.admin.accountId, OWN],
  )
  await app.database.pool.query('update notifications set user_id = $1, in_bell = true where id = $2', [
    caller.admin.id,
    OWN,
  ])
})

const graphqlArguments = idArguments()
const restParameters = restIdParameters()

type Errors = { errors?: { code: ErrorCode; field: string[] | null }[] }
type Payload = (Errors & { results?: Errors[] | null }) | null

describe('an id of another organization behaves like an unknown id in GraphQL', () => {
  test.each(graphqlArguments.map((target) => [target.label, target] as const))(
    '%s',
    async (label, target) => {
      const name = target.path.at(-1) ?? ''
      await assertHas(tablesNamed(name, `${target.root.name} ${target.path.join(' ')}`))
      const ask = (id: string) => {
        const { query, variables } = operationWith(target, id, OWN)
        return target.root.kind === 'subscription'
          ? subscribe(query, variables)
          : app.graphql(query, variables, caller.keyAndAdmin)
      }
      const unknown = await compare(ask)
      const [problem] = unknown.body.errors ?? []
      const [refused] = Object.values<Payload>(unknown.body.data ?? {}).flatMap((root) =>
        [root, ...(root?.results ?? [])].flatMap((part) => part?.errors ?? []),
      )
      if (refused)
        assertAboutId(
          ERROR_KINDS[refused.code].status,
          { [refused.field?.at(-1) ?? '']: [] },
          name,
          unknown.text,
        )
      else if (problem)
        assertAboutId(problem.extensions?.status, problem.extensions?.errors, name, unknown.text)
      else expect(mayBeEmpty(target), `a write accepted an unknown id: ${unknown.text}`).toBe(true)
      covered.add(label)
    },
  )
})

test.each(nodeTypes())('node finds no %s of another organization', async (type) => {
  const find = async (id: string) => {
    const query = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { id } }'
    return (await app.graphql(query, { id }, caller.admin.session)).body
  }
  const alone = { Organization: caller.organization.id, Account: Number(caller.admin.accountId) }
  const id = nodeIdOf(type, alone[type as keyof typeof alone] ?? Number(OWN))
  expect(await find(id)).toEqual({ data: { node: { __typename: type, id }, nodes: [{ id }] } })
  for (const other of [nodeIdOf(type, Number(FOREIGN)), nodeIdOf(type, Number(UNKNOWN))])
    expect(await find(other)).toEqual({ data: { node: null, nodes: [null] } })
})

test('every type of Node has an own prefix and is found by node', () => {
  const implemented = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)
  const events = schema.getPossibleTypes(schema.getType('Event') as GraphQLInterfaceType)
  const others = implemented.filter((type) => !events.includes(type))
  expect(nodeTypes().sort()).toEqual(others.map(({ name }) => name).sort())
  const prefixes = Object.values({ ...NODE_PREFIXES, ...PAIR_PREFIXES })
  expect(prefixes).toHaveLength(nodeTypes().length)
  expect(new Set(prefixes).size).toBe(prefixes.length)
})

describe('an id of another organization behaves like an unknown id in REST', () => {
  test.each(restParameters.map((target) => [target.label, target] as const))('%s', async (label, target) => {
    await assertHas(tablesNamed(target.name, target.path))
    const unknown = await compare((id) => {
      const { path, body } = requestWith(target, id, OWN)
      return app.call(target.method, path, { headers: caller.keyAndAdmin, body })
    })
    if (unknown.status >= 300) assertAboutId(unknown.status, unknown.body.errors, target.name, unknown.text)
    else expect(['GET', 'DELETE'], `a write accepted an unknown id: ${unknown.text}`).toContain(target.method)
    covered.add(label)
  })
})

test('every input that accepts an id is covered', () => {
  expect(
    [...graphqlArguments, ...restParameters].map(({ label }) => label).filter((label) => !covered.has(label)),
  ).toEqual([])
  // Counted independently: the printed arguments, and the documented parameters.
  const direct = rootFields()
    .filter(({ name }) => !/^nodes?$/.test(name))
    .flatMap(({ name, field }) =>
      field.args
        .filter(({ type }) => /^\[?ID!?\]?!?$/.test(String(type)))
        .map((arg) => `${name}(${arg.name})`),
    )
  expect(direct.filter((label) => !covered.has(label))).toEqual([])
  const routed = new Set(restParameters.map(({ operation }) => operation.operationId))
  const documented = Object.values(openapi.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => routed.has(operationId))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ name }) => isIdName(name)).map(({ name }) => `${operationId} ${name}`),
    )
  const tried = new Set(restParameters.map(({ operation, name }) => `${operation.operationId} ${name}`))
  expect(documented.filter((target) => !tried.has(target))).toEqual([])
})

/**
 * Sends the unknown id, then the foreign one. Expects equal responses and an unchanged other organization.
 */
async function compare(ask: (id: string) => Promise<Answer>): Promise<Answer> {
  const before = await digestOf(app.database.pool, tables, Number(FOREIGN))
  const unknown = await ask(UNKNOWN)
  const foreign = await ask(FOREIGN)
  const plain = (answer: Answer, id: string) => `${answer.status} ${answer.text.replaceAll(id, 'ID')}`
  expect(plain(foreign, FOREIGN)).toBe(plain(unknown, UNKNOWN))
  expect(await digestOf(app.database.pool, tables, Number(FOREIGN))).toBe(before)
  return unknown
}

/**
 * Reads return nothing, removals of missing objects succeed, and the filter of the deliveries to send again selects
 * nothing. Every other write needs its object.
 */
const mayBeEmpty = ({ root: { kind, name }, path }: IdArgument) =>
  kind !== 'mutation' ||
  name.startsWith('remove') ||
  (name === 'redeliverWebhookDeliveries' && path.includes('filter'))

/** Fails for an error with another cause than the id, which means that the request was built wrongly. */
function assertAboutId(status: unknown, errors: object | undefined, name: string, text: string): void {
  if (status === 404) return
  const [documented = name] = Object.entries(ALIASES).find(([, alias]) => alias === name) ?? []
  expect(Object.keys(errors ?? {}), `not rejected for its id: ${text}`).toContain(documented)
}

async function assertHas(named: string[]): Promise<void> {
  expect(named, 'no table is listed for this name: add it to probe-values.ts').not.toEqual([])
  for (const table of named) {
    const { rowCount } = await app.database.pool.query(
      `select from "${table}" where ${table === 'organizations' ? 'id' : 'organization_id'} = $1 and id = $1`,
      [FOREIGN],
    )
    expect(rowCount, `no foreign row in ${table}`).toBe(1)
  }
}

/** Starts a subscription. Returns its error, or an empty success. */
async function subscribe(query: string, variables: Record<string, unknown>): Promise<Answer> {
  const opened = await trySource(app, caller.keyAndAdmin, query, variables)
  const refused = 'source' in opened ? null : opened
  const errors = refused && [
    { message: refused.message, extensions: { status: refused.status, errors: refused.fields } },
  ]
  const body = { errors }
  return { status: 200, headers: new Headers(), text: JSON.stringify(body), body }
}
