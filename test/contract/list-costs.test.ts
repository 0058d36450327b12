import {
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLSchema,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql'
import { expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes.ts'
import { costOf } from '../../src/graphql/execution/cost.ts'
import { LIMITS } from '../../src/graphql/execution/limits.ts'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { schema } from '../../src/schema.ts'
import { webhookBodies } from '../../src/server/lifecycle/services.ts'

/** Every list of the schema but the items of pages. */
const lists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !isIntrospectionType(type) && !('nodes' in type.getFields()))
  .flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : [],
  )
  .filter(({ field }) => isListType(getNullableType(field.type)))

test('every list without pages costs as much as several items', () => {
  const cheap = lists.filter(({ type, field }) => {
    const required = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: []`)
    const args = required.length > 0 ? `(${required.join(', ')})` : ''
    const below = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
    const cost = costOf(
      new GraphQLSchema({ query: type }),
      parse(`{ ${field.name}${args} ${below} }`),
      {},
      undefined,
    )
    return !(cost > 5 && cost < 20)
  })
  expect(lists.length).toBeGreaterThan(20)
  expect(cheap.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
})

/** Values of required inputs of queries. */
const INPUTS: Record<string, object> = {
  'OAuthClientInput!': { clientId: '1', clientSecret: '1' },
  'AuthorizationRequestInput!': { clientId: '1', redirectUri: '1' },
}

/** A page is as large as it may be, and conditional fields are selected; other arguments do not matter. */
const sampleOf = (type: string) =>
  type === 'Int'
    ? 100
    : type === 'Int!'
      ? 1
      : type === 'Boolean!'
        ? true
        : type.endsWith('!')
          ? '1'
          : undefined

test('the queries of the REST layer and of webhooks stay below the limit of costs', () => {
  const rest = routes.map(([, , , { document }]) => document)
  const costs = [...new Set([...rest, ...EVENT_TYPES.map(webhookBodies.documentOf)])].map((text) => {
    const document = parse(text)
    const operation = getOperationAST(document)
    const variables = Object.fromEntries(
      (operation?.variableDefinitions ?? []).map(({ variable, type }) => [
        variable.name.value,
        INPUTS[print(type)] ?? sampleOf(print(type)),
      ]),
    )
    return { text, kind: String(operation?.operation), cost: costOf(schema, document, variables, undefined) }
  })
  const reads = costs.filter(({ kind }) => kind !== 'mutation')
  expect(reads.length).toBeGreaterThan(10)
  expect(reads.filter(({ cost }) => !(cost < LIMITS.cost))).toEqual([])
})
