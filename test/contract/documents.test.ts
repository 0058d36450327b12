import {
  getOperationAST,
  getVariableValues,
  parse,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { operationsOf } from '../../rest-compat/document.ts'
import type { AnyEndpoint } from '../../rest-compat/endpoint.ts'
import { inputReader } from '../../rest-compat/input.ts'
import { routes } from '../../rest-compat/routes.ts'
import { ANONYMOUS } from '../../src/auth/caller.ts'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { schema } from '../../src/schema.ts'
import { webhookBodies } from '../../src/server/lifecycle/services.ts'
import { openapi } from '../support/contract/openapi.ts'
import { rootFieldsOf, scopesOf } from '../support/contract/root-fields.ts'
import { fullInput } from '../support/contract/sample-input.ts'

const operations = operationsOf(openapi)

/** Routes that need a user token, but not one of a team member (contract 1). */
const ANY_PERSON = ['/api/v3/session_info', '/api/v3/votes_on_behalf']
/** Credentials that the route checks alone. Its root fields also serve other callers. */
const OF_ROUTE = ['key', 'key+member']

describe.each(routes)('%s %s', (_method, path, credential, endpoint) => {
  const document = parse(endpoint.document)

  test('runs a valid document of the schema', () => {
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  })

  test('runs root fields of one scope', () => {
    expect(scopesOf(endpoint.document)).toHaveLength(1)
  })

  test('requires the credential that its root fields require', () => {
    const needs = rootFieldsOf(endpoint.document).map(({ access }) => access?.require ?? 'unsaid')
    const personal = needs.every((need) => ['person', 'member', 'admin'].includes(need))
    const open = needs.every((need) => ['anyone', 'account', 'organization', 'team'].includes(need))
    if (credential === 'client' || credential === 'none') expect(new Set(needs)).toEqual(new Set(['anyone']))
    else if (OF_ROUTE.includes(credential) || ANY_PERSON.includes(path))
      expect([open, needs]).toEqual([true, needs])
    else expect([personal, needs]).toEqual([true, needs])
  })

  test('passes every input to its document, as declared variables of matching types', () => {
    const operation = operations.get(endpoint.operation)
    if (!operation) throw new Error(`The OpenAPI document has no operation ${endpoint.operation}`)
    const input = inputReader(operation)(fullInput(operation))
    const { variables, read } = run(endpoint, input)
    const definitions = operationOf(document).variableDefinitions ?? []
    const declared = definitions.map(({ variable }) => variable.name.value)
    expect(Object.keys(variables).sort()).toEqual([...declared].sort())
    expect(getVariableValues(schema, definitions, variables).errors).toBeUndefined()
    // An input that serves as a fallback is read only where the other input is missing.
    const isRead = (name: string) =>
      read.has(name) ||
      Object.keys(input).some((other) => run(endpoint, { ...input, [other]: undefined }).read.has(name))
    expect(Object.keys(input).filter((name) => !isRead(name))).toEqual([])
  })
})

test.each(EVENT_TYPES)('the webhook body of %s is a valid document of the schema', (type) => {
  const document = webhookBodies.documentOf(type)
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
  expect(rootFieldsOf(document).map(({ name }) => name)).toEqual(['events'])
})

/** The variables that an endpoint derives from an input, and the names of the inputs it reads. */
function run({ variables }: AnyEndpoint, input: Record<string, unknown>) {
  const read = new Set<string>()
  const watched = new Proxy(input, {
    get(target, name: string) {
      read.add(name)
      return target[name]
    },
  })
  const made = JSON.parse(JSON.stringify(variables(watched, ANONYMOUS))) as Record<string, unknown>
  return { variables: made, read }
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = getOperationAST(document)
  if (!operation) throw new Error('the document does not contain exactly one operation')
  return operation
}
