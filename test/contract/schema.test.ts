import { readFileSync } from 'node:fs'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { printedSchema } from '../support/contract/print-schema.ts'
import { rootFields } from '../support/contract/root-fields.ts'
import { ROOT } from '../support/contract/source-files.ts'

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

test('schema.graphql is what the program serves', () => {
  // Written anew by `npm run generate:schema`.
  expect(readFileSync(`${ROOT}schema.graphql`, 'utf8')).toBe(printedSchema())
})

test('every type, field, argument and value says what it is', () => {
  const silent = types
    .flatMap(namedParts)
    .filter(({ description }) => !description?.trim())
    .map(({ name }) => name)
  expect(silent).toEqual([])
})

test('every root field says who may call it', () => {
  const open = rootFields().filter(({ access }) => access?.require === undefined)
  expect(open.map(({ kind, name }) => `${kind}.${name}`)).toEqual([])
})

test('feature requests are called posts', () => {
  const names = types.flatMap(namedParts).map(({ name }) => name)
  expect(names.filter((name) => /feature_?requests?/i.test(name))).toEqual([])
})

type Part = { name: string; description?: string | null }

/** A type and everything in it that has a name. */
function namedParts(type: GraphQLNamedType): Part[] {
  const parts: Part[] = [{ name: type.name, description: type.description }]
  const add = (name: string, { description }: { description?: string | null }) =>
    parts.push({ name: `${type.name}.${name}`, description })
  if (isEnumType(type)) for (const value of type.getValues()) add(value.name, value)
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) add(field.name, field)
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      add(field.name, field)
      for (const argument of field.args) add(`${field.name}(${argument.name})`, argument)
    }
  }
  return parts
}
