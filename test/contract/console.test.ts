import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
} from 'graphql'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { KEYS, POSSIBLE_TYPES } from '../../src/console/live/keys.ts'
import { descendants, locationOf, parsedFiles, ROOT } from '../support/contract/source-files.ts'

const schema = buildSchema(readFileSync(`${ROOT}schema.graphql`, 'utf8'))
const files = parsedFiles('src/console')
const texts = files.flatMap(({ path, tree }) =>
  descendants(tree).flatMap((node) =>
    ts.isCallExpression(node) && node.expression.getText() === 'graphql' && node.arguments[0]
      ? [{ location: locationOf(path, tree, node), text: (node.arguments[0] as ts.StringLiteralLike).text }]
      : [],
  ),
)
/** All documents in one, so that each fragment is found. gql.tada reads `@_unmask` and removes it. */
const document: DocumentNode = parse(texts.map(({ text }) => text.replaceAll(' @_unmask', '')).join('\n'))

/** Object types that a document selects, with the fields it selects of them. */
const selected = new Map<string, Set<string>>()
const types = new TypeInfo(schema)
visit(
  document,
  visitWithTypeInfo(types, {
    SelectionSet({ selections }) {
      const type = types.getParentType()
      if (!type) return
      const fields = selected.get(type.name) ?? new Set()
      for (const selection of selections) if (selection.kind === Kind.FIELD) fields.add(selection.name.value)
      selected.set(type.name, fields)
    },
  }),
)
const hasId = (name: string) => {
  const type = schema.getType(name)
  return (isObjectType(type) || isAbstractType(type)) && 'getFields' in type && 'id' in type.getFields()
}

test('every document of the console is valid', () => {
  expect(texts.length).toBeGreaterThan(10)
  expect(validate(schema, document).map(({ message }) => message)).toEqual([])
})

test('the key of an object is its id, and what has none is part of the object that contains it', () => {
  expect(KEYS.Post?.({ id: 'post_1' })).toBe('post_1')
  expect(KEYS.PageInfo?.({})).toBeNull()
})

test('every selection of an object with an id contains the id, so that an event can change the object', () => {
  const without: string[] = []
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, selectionSet }) {
        const type = getNamedType(types.getType())
        if (!selectionSet || !type || !hasId(type.name)) return
        const isSelected = selectionSet.selections.some(
          (one) => one.kind === Kind.FIELD && one.name.value === 'id',
        )
        if (!isSelected) without.push(`${name.value}: ${type.name}`)
      },
    }),
  )
  expect(without).toEqual([])
})

test('the cache has all types of each interface that a document names', () => {
  const interfaces = [...selected.keys()].filter((name) => isAbstractType(schema.getType(name)))
  expect(interfaces).toEqual(Object.keys(POSSIBLE_TYPES))
  for (const [name, names] of Object.entries(POSSIBLE_TYPES)) {
    const type = schema.getType(name)
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type).map((one) => one.name) : []
    expect(names).toEqual(possible.sort())
  }
})
