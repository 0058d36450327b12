import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '../../../src/schema.ts'

type UserError = { field?: string[] | null }
type Payload = {
  errors?: UserError[]
  results?: { errors?: UserError[] }[]
  failures?: { problems?: UserError[] }[]
}
type Failure = { path?: (string | number)[]; extensions?: { errors?: object } }
type Result = { data?: Record<string, Payload | null> | null; errors?: Failure[] }

/**
 * Asserts that the paths in the errors of a GraphQL response exist: those of a payload below the `input` of its
 * mutation, and those of a top-level error among the arguments of its field.
 */
export function assertFieldPaths(request: unknown, result: unknown): void {
  const document = documentOf(request)
  if (!document || typeof result !== 'object' || result === null) return
  const { data, errors = [] } = result as Result
  for (const [key, payload] of Object.entries(data ?? {}))
    for (const { field } of payload ? userErrors(payload) : []) if (field) assertPath(document, [key], field)
  if (!Array.isArray(errors)) return
  for (const { path, extensions } of errors)
    for (const field of path ? Object.keys(extensions?.errors ?? {}) : [])
      assertPath(document, path ?? [], field.split('.'))
}

function documentOf(request: unknown): DocumentNode | null {
  const { query } = (request ?? {}) as { query?: unknown }
  try {
    return typeof query === 'string' ? parse(query) : null
  } catch {
    return null
  }
}

const userErrors = ({ errors, results, failures }: Payload): UserError[] =>
  [errors, ...listOf(results).map((item) => item.errors), ...listOf(failures).map((item) => item.problems)]
    .filter(Array.isArray)
    .flat()

const listOf = <Item>(list: Item[] | undefined): Item[] => (Array.isArray(list) ? list : [])

function assertPath(document: DocumentNode, path: (string | number)[], names: string[]): void {
  const field = fieldAt(document, path)
  // The limits of a result name the whole document.
  if (!field || names.join('.') === 'query') return
  const types = new Map(field.args.map(({ name, type }) => [name, type]))
  const input = types.get('input')
  const [first = '', ...rest] = names
  const type = types.get(first)
  if (type ? exists(type, rest) : input && exists(input, names)) return
  throw new Error(`"${names.join('.')}" is no input of ${field.name}`)
}

/** Whether a path leads to a part of a value. */
function exists(type: GraphQLInputType, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  const nullable = getNullableType(type)
  if (isListType(nullable)) return /^\d+$/.test(name) && exists(nullable.ofType, rest)
  if (!isInputObjectType(nullable)) return false
  const field = nullable.getFields()[name]
  return field !== undefined && exists(field.type, rest)
}

/** Returns the field of a response path. */
function fieldAt(document: DocumentNode, path: (string | number)[]): GraphQLField<unknown, unknown> | null {
  const names = path.filter((part) => typeof part === 'string')
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    let type: unknown = schema.getRootType(operation.operation)
    let selections: SelectionSetNode[] = [operation.selectionSet]
    let found: GraphQLField<unknown, unknown> | null = null
    for (const name of names) {
      const chosen = selections
        .flatMap((set) => fieldsIn(document, set, type))
        .filter(({ key }) => key === name)
      found = chosen[0]?.field ?? null
      if (!found) break
      type = getNamedType(found.type)
      selections = chosen.flatMap(({ below }) => below ?? [])
    }
    if (found) return found
  }
  return null
}

type Chosen = { key: string; field: GraphQLField<unknown, unknown>; below: SelectionSetNode | undefined }

/** Returns the fields of a selection, those of its fragments included. */
function fieldsIn(document: DocumentNode, { selections }: SelectionSetNode, type: unknown): Chosen[] {
  return selections.flatMap((selection): Chosen[] => {
    if (selection.kind === Kind.FIELD) {
      const field = hasFields(type) ? type.getFields()[selection.name.value] : undefined
      const key = selection.alias?.value ?? selection.name.value
      return field ? [{ key, field, below: selection.selectionSet }] : []
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.definitions.find(
            (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
          )
    if (fragment?.kind !== Kind.INLINE_FRAGMENT && fragment?.kind !== Kind.FRAGMENT_DEFINITION) return []
    const own = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type
    return fieldsIn(document, fragment.selectionSet, own)
  })
}

const hasFields = (type: unknown): type is GraphQLObjectType => isObjectType(type) || isInterfaceType(type)
