import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLInputType,
} from 'graphql'
import { expect, test } from 'vitest'
import { NODE_PREFIXES } from '../../src/graphql/schema/node/prefixes.ts'
import { schema } from '../../src/schema.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Arguments that select a page, and texts that are no keys. */
const OTHER = new Set(['first', 'after', 'last', 'before', 'offset', 'document', 'timeZone'])
/** Fields of a client, whose unknown credentials are an error of OAuth. */
const OF_CLIENTS = new Set(['consentRequest', 'introspectToken'])

type Key = { path: string; scalar: string; of: (value: unknown) => unknown }

/** Returns the keys within an argument: ids, slugs, names and e-mail addresses. */
function keysIn(type: GraphQLInputType, path: string): Key[] {
  const inner = getNullableType(type)
  if (isListType(inner))
    return keysIn(inner.ofType, path).map((key) => ({ ...key, of: (value) => [key.of(value)] }))
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields())
    const isKeyed = inner.isOneOf || fields.filter((field) => isNonNullType(field.type)).length < 2
    return fields.flatMap((field) =>
      isKeyed
        ? keysIn(field.type, `${path}.${field.name}`).map((key) => ({
            ...key,
            of: (value: unknown) => ({ [field.name]: key.of(value) }),
          }))
        : [],
    )
  }
  return isScalarType(inner) && UNKNOWN[inner.name]
    ? [{ path, scalar: inner.name, of: (value) => value }]
    : []
}

/** Values of each scalar that no object has. */
const UNKNOWN: Record<string, unknown[]> = {
  ID: [...Object.values(NODE_PREFIXES).map((prefix) => `${prefix}_2147483000`), 'evt_1_2'],
  String: ['none-such'],
  EmailAddress: ['none@example.com', 'no address'],
  Int: [2147483000],
}

const FIELDS = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ name }) => !OF_CLIENTS.has(name),
)
const CASES = FIELDS.flatMap((field) =>
  field.args
    .filter(({ name }) => !OTHER.has(name))
    .flatMap((argument) => keysIn(argument.type, argument.name).map((key) => ({ field, argument, ...key }))),
)

test.each(CASES.map((found) => [`${found.field.name}(${found.path})`, found] as const))(
  '%s of nothing finds nothing',
  async (_name, { field, argument, scalar, of }) => {
    const type = getNamedType(field.type)
    const selection = type.name.endsWith('Connection') ? 'nodes { __typename }' : '__typename'
    const others = field.args.filter((other) => other !== argument && isNonNullType(other.type))
    const texts = others.map(({ name }) => `${name}: "x"`).join(' ')
    const query = `query ($value: ${String(argument.type)}) {
      ${field.name}(${argument.name}: $value ${texts}) { ${selection} }
    }`
    let accepted = 0
    for (const value of UNKNOWN[scalar] ?? []) {
      const { body } = await app.graphql(query, { value: of(value) }, tenant.admin.session)
      const [error] = body.errors ?? []
      if (error && scalar === 'ID') {
        expect(error.message).toMatch(/must be (the id of|one of)/)
        continue
      }
      expect(error).toBeUndefined()
      accepted++
      const found: unknown = body.data[field.name]
      const items = (found as { nodes?: unknown[] } | null)?.nodes ?? [found].flat()
      if (field.name === 'statusCounts') expect(items).toHaveLength(6)
      else expect(items.filter((item) => item !== null)).toEqual([])
    }
    expect(accepted).toBeGreaterThan(0)
  },
)
