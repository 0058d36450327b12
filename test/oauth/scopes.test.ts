import { getNamedType, isCompositeType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf } from '../../rest-compat/document.ts'
import { routes } from '../../rest-compat/routes.ts'
import type { Scope } from '../../src/auth/scopes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ALL_SCOPES, putGrant, putToken } from '../support/fixtures/grants.ts'
import { operationOf } from '../support/contract/id-arguments.ts'
import { openapi } from '../support/contract/openapi.ts'
import { requestWith } from '../support/contract/rest-id-parameters.ts'
import { rootFields, type RootField } from '../support/contract/root-fields.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { fillTenant } from '../support/contract/cross-tenant-fixtures.ts'
import { tryTopic } from '../support/contract/subscription-sources.ts'

/** One object of every kind has this id. */
const OWN = '555000001'

let app: TestApp
let tokenWith: (scopes: readonly Scope[]) => Promise<Headers>

beforeAll(async () => {
  app = await startApp()
  const [owner, target] = [await createTenant(app), await createTenant(app)]
  await fillTenant(app.database.pool, target.organization.id, Number(OWN))
  const { install } = await putGrant(app, owner, target)
  tokenWith = (scopes) => putToken(app, install, scopes)
})
afterAll(() => app.stop())

/** Fields that need the scope of the requested kinds of events. `test/graphql/event-scopes.test.ts` checks each. */
const BY_TYPE = new Set(['event', 'events'])
/** Routes that do not identify a caller. */
const withoutCaller = new Set<string>(['client', 'none'])

const others = (scope: Scope) => ALL_SCOPES.filter((other) => other !== scope)

describe('an operation accepts a token with exactly its scope, and no other', () => {
  const roots = rootFields().filter(({ name }) => !BY_TYPE.has(name))
  test.each(roots.map((root) => [`${root.kind}.${root.name}`, root] as const))('%s', async (_, root) => {
    const { require: need, scope } = root.access ?? {}
    if (need === 'anyone' || scope === 'any') return expect(await denial(root, [])).toBeNull()
    if (!scope) {
      for (const scopes of [[], ALL_SCOPES])
        expect(await denial(root, scopes)).toBe('This is not open to OAuth tokens')
      return
    }
    const missing = `Missing required OAuth scope: ${scope}`
    for (const scopes of [[], others(scope)]) expect(await denial(root, scopes)).toBe(missing)
    expect(await denial(root, [scope])).toBeNull()
  })
})

describe('a REST route rejects a token without its scope before it reads the input, and accepts one with it', () => {
  test.each(routes.map((route) => [`${route[0]} ${route[1]}`, route] as const))('%s', async (_, route) => {
    const [method, path, credential, endpoint] = route
    if (withoutCaller.has(credential)) return
    const operation = operationsOf(openapi).get(endpoint.operation)
    if (!operation) throw new Error(endpoint.operation)
    const scope = operation['x-scope'] ?? null
    const ask = async (scopes: readonly Scope[], isEmpty = false) => {
      const request = requestWith({ method, path, part: 'path', name: '', operation, label: '' }, '', OWN)
      const body = isEmpty ? {} : request.body
      return app.call(method, request.path, { headers: await tokenWith(scopes), body })
    }
    if (scope === null) return expect((await ask(ALL_SCOPES)).status).toBe(403)
    if (scope !== 'any')
      for (const scopes of [[], others(scope as Scope)]) {
        const answer = await ask(scopes, method !== 'GET')
        const message = `Missing required OAuth scope: ${scope}`
        expect(answer.text).toBe(JSON.stringify({ message, status: 403, success: false }))
        expect(answer.status).toBe(403)
      }
    expect([401, 403]).not.toContain((await ask(scope === 'any' ? [] : [scope as Scope])).status)
  })
})

test('only these operations without a scope are open to every token', () => {
  const open = rootFields().filter(({ access }) => access?.scope === 'any')
  expect([...new Set(open.map(({ name }) => name))].filter((name) => !BY_TYPE.has(name))).toEqual([
    'node',
    'nodes',
    'scopes',
    'viewer',
  ])
})

/** The message of the error for a token with these scopes, or null when the operation is allowed. */
async function denial(root: RootField, scopes: readonly Scope[]): Promise<string | null> {
  const selection = isCompositeType(getNamedType(root.field.type)) ? '{ __typename }' : ''
  const { query, variables } = operationOf(root, OWN, selection)
  if (root.kind === 'subscription') {
    const begun = await tryTopic(app, await tokenWith(scopes), query, variables)
    return 'status' in begun && begun.status === 403 ? begun.message : null
  }
  const { status, body } = await app.graphql(query, variables, await tokenWith(scopes))
  if (status !== 200) throw new Error(`${query} ${JSON.stringify(body)}`)
  const refusals = (body.errors ?? []) as { message: string; extensions: { status: number } }[]
  return refusals.find(({ extensions }) => extensions.status === 403)?.message ?? null
}
