import {
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { isCountedField } from '../../../src/graphql/access/counted-fields.ts'

/** Objects on the longest way from a root field, and in a query that would otherwise have more fields than this. */
const LEVELS = 3
const FEWER_LEVELS = 2
const MAX_FIELDS = 400
const LIST = /(Connection|Edge|^PageInfo)$/

/** A query of one root field. */
type RootQuery = { name: string; query: string; isCounted: boolean }

/**
 * Returns a query of each root field that can be asked with the id of an object alone: all of its counted fields, or
 * for another root field its leaves. `id` is the id of a row of every table.
 */
export function rootQueries(schema: GraphQLSchema, id: number): RootQuery[] {
  const root = schema.getQueryType()
  return Object.values(root?.getFields() ?? {}).flatMap((field) => {
    const isCounted = root ? isCountedField(root, field.name) : false
    const given = argumentsOf(field, id)
    const type = getNamedType(field.type)
    if (given === null || !isObjectType(type)) return []
    const select = (levels: number) => selectionOf(type, levels - (LIST.test(type.name) ? 0 : 1), isCounted)
    let below = select(isCounted ? LEVELS : 1)
    if (below.split(' ').length > MAX_FIELDS) below = select(FEWER_LEVELS)
    return below === NOTHING
      ? []
      : [{ name: field.name, query: `{ ${field.name}${given} ${below} }`, isCounted }]
  })
}

const NOTHING = '{  }'

/** Returns the selection of the fields of an object, and of objects up to some levels below it. */
function selectionOf(type: GraphQLObjectType, levels: number, isCounted: boolean): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type)
    const given = argumentsOf(field, 0)
    if (given === null || (isCounted && !isCountedField(type, field.name))) return []
    if (isLeafType(below)) return [field.name + given]
    const left = LIST.test(below.name) ? levels : levels - 1
    if (!isObjectType(below) || left < 0) return []
    const selection = selectionOf(below, left, isCounted)
    return selection === NOTHING || field.name === 'edges' ? [] : [`${field.name}${given} ${selection}`]
  })
  return `{ ${fields.join(' ')} }`
}

/** Returns the arguments of a field. Null for one that needs more than an id. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>, id: number): string | null {
  const given: string[] = []
  for (const { name, type } of args) {
    if (name === 'by' && isNonNullType(type)) given.push(`by: { databaseId: ${id} }`)
    else if (name === 'first' && !isListType(type)) given.push('first: 2')
    else if (name === 'slug' && isNonNullType(type)) given.push('slug: "none"')
    else if (name === 'filter' && isNonNullType(type)) given.push(`filter: { postId: "post_${id}" }`)
    else if (isNonNullType(type)) return null
  }
  return given.length === 0 ? '' : `(${given.join(', ')})`
}
