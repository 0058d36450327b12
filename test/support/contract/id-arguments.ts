import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { eventIdOf } from '../../../src/events/cursor.ts'
import { toNodeId, type NodeType } from '../../../src/graphql/schema/node/prefixes.ts'
import { rootFields, type RootField } from './root-fields.ts'
import { sampleNamed } from './probe-values.ts'

/** An argument of an operation, or an input field of one, that accepts an id. */
export type IdArgument = { root: RootField; path: string[]; label: string }

/** Fields of lists that only repeat others or cost more than the limit below other lists. */
const UNSELECTED = new Set(['edges', 'totalCount', 'totalCountIsExact'])

/** Queries that take ids of every type. They have tests of their own. */
const NODES = new Set(['node', 'nodes'])

/** Every argument and input field in the schema that accepts an id. */
export function idArguments(): IdArgument[] {
  return rootFields()
    .filter(({ name }) => !NODES.has(name))
    .flatMap((root) =>
      idsBelow(root.field.args, []).map((path) => ({ root, path, label: `${root.name}(${path.join('.')})` })),
    )
}

/**
 * An operation that passes `id` at the given argument. Other required inputs are filled with `ownId` and
 * plausible values.
 */
export function operationWith({ root, path }: IdArgument, id: string, ownId: string) {
  const variables = valuesOf(root.field.args, path, id, ownId)
  const used = root.field.args.filter(({ name }) => name in variables)
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = `${root.kind} (${declared}) { ${root.name}(${passed}) ${selectionOf(root.field.type, 2)} }`
  return { query, variables }
}

/**
 * The operation of a root field with all required arguments, where every id is `ownId`. It selects
 * `selection`.
 */
export function operationOf({ kind, name, field }: RootField, ownId: string, selection: string) {
  const variables = valuesOf(field.args, [], '', ownId)
  const used = field.args.filter((argument) => argument.name in variables)
  const declared = used.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ')
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const query = `${kind} ${declared && `(${declared})`} { ${name}${passed && `(${passed})`} ${selection} }`
  return { query, variables }
}

type Field = GraphQLArgument | GraphQLInputField

function idsBelow(fields: readonly Field[], path: string[], above: unknown[] = []): string[][] {
  return fields.flatMap((field) => {
    const type = getNamedType(field.type)
    const here = [...path, field.name]
    if (type.name === 'ID' || field.name === 'databaseId') return [here]
    if (!isInputObjectType(type) || above.includes(type)) return []
    return idsBelow(Object.values(type.getFields()), here, [...above, type])
  })
}

function valuesOf(
  fields: readonly Field[],
  path: string[],
  id: string,
  ownId: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.name === path[0]) values[field.name] = probe(field.type, path.slice(1), idFor(field, id), ownId)
    else if (isRequired(field)) values[field.name] = sample(field.type, field.name, idFor(field, ownId))
  }
  return values
}

/** Returns a database id in the form that a field takes. Each field of an input object has its own form. */
function idFor(field: Field, databaseId: string): string {
  if (field.name === 'eventId') return eventIdOf({ position: Number(databaseId), id: Number(databaseId) })
  const { nodeType } = field.extensions as { nodeType?: NodeType }
  return nodeType && field.name !== 'databaseId' ? toNodeId(nodeType, Number(databaseId)) : databaseId
}

function probe(type: GraphQLInputType, path: string[], id: string, ownId: string): unknown {
  const inner = getNullableType(type)
  if (isListType(inner)) return [probe(inner.ofType, path, id, ownId)]
  if (isInputObjectType(inner))
    return { ...changeOf(inner, ownId), ...valuesOf(Object.values(inner.getFields()), path, id, ownId) }
  return inner.name === 'Int' ? Number(id) : id
}

/** Returns one change for the input of an update, which must contain one. */
function changeOf(input: GraphQLInputObjectType, ownId: string): Record<string, unknown> {
  if (!/^(Update|Narrow)|Changes/.test(input.name)) return {}
  const fields = Object.values(input.getFields())
  const change = fields.find(
    ({ name, type }) => !/id$|^clientMutationId$/i.test(name) && /^(String|\[Scope!\])$/.test(String(type)),
  )
  return change ? { [change.name]: sample(change.type, change.name, ownId) } : {}
}

function sample(type: GraphQLInputType, name: string, ownId: string): unknown {
  const inner = getNullableType(type)
  if (isListType(inner)) return [sample(inner.ofType, name, ownId)]
  if (isInputObjectType(inner))
    return {
      ...changeOf(inner, ownId),
      ...valuesOf(Object.values(inner.getFields()), inner.isOneOf ? [lookUpField(inner)] : [], ownId, ownId),
    }
  if (isEnumType(inner)) return inner.getValues()[0]?.name
  return inner.name === 'ID' ? ownId : sampleNamed(name, inner.name)
}

/** Returns the name of a field of a key: its id, or the first. */
const lookUpField = (input: GraphQLInputObjectType): string => {
  const names = Object.keys(input.getFields())
  return names.includes('id') ? 'id' : (names[0] ?? '')
}

const isRequired = (field: Field) => isRequiredArgument(field) || isRequiredInputField(field)

/**
 * Selects every field that takes no required argument, down to the given depth. `nodes` of a list and `results`
 * do not count as a level.
 */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return isLeafType(named) ? '' : '{ __typename }'
  const parts = Object.values(named.getFields())
    .filter(({ name, args }) => !UNSELECTED.has(name) && !args.some(isRequiredArgument))
    .flatMap(({ name, type: below, args }) => {
      if (isLeafType(getNamedType(below))) return [name]
      const left = name === 'nodes' || name === 'results' ? depth : depth - 1
      const page = args.some((argument) => argument.name === 'first') ? '(first: 2)' : ''
      return left > 0 ? [`${name}${page} ${selectionOf(below, left)}`] : []
    })
  return `{ ${parts.join(' ') || '__typename'} }`
}
