import { ChangeType, CriticalityLevel, diff, type Change } from '@graphql-inspector/core'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/**
 * Returns a line for each breaking change between two printed schemas that the changelog does not announce. A
 * removal of what the older schema deprecates is no breaking change. A change is announced by its path, such
 * as `Post.title` or `Query.posts.first`, in backticks below the heading "Unreleased".
 */
export async function unannouncedChanges(older: string, newer: string, changelog: string): Promise<string[]> {
  const [before, after] = [buildSchema(older), buildSchema(newer)]
  const unreleased = /^## \[Unreleased\]$(.*?)(?=^## |$(?![^]))/ms.exec(changelog)?.[1] ?? ''
  return (await diff(before, after))
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter((change) => !isDeprecatedRemoval(before, change))
    .filter(({ path }) => !unreleased.includes(`\`${path}\``))
    .map(({ path, message }) => `${path}: ${message}`)
}

/** Removals whose last part the older schema may deprecate. */
const REMOVALS: readonly string[] = [
  ChangeType.FieldRemoved,
  ChangeType.FieldArgumentRemoved,
  ChangeType.InputFieldRemoved,
  ChangeType.EnumValueRemoved,
]

type Part = { deprecationReason?: string | null | undefined }

function isDeprecatedRemoval(before: GraphQLSchema, { type, path }: Change): boolean {
  const [typeName = '', name = '', argument] = path?.split('.') ?? []
  const parent = before.getType(typeName)
  if (!parent) return false
  if (type === ChangeType.TypeRemoved) return isEnding(before, parent)
  if (!REMOVALS.includes(type)) return false
  const field = partsOf(parent)[name]
  const part = argument === undefined ? field : field?.args?.find((each) => each.name === argument)
  return part !== undefined && isDeprecated(part)
}

const isDeprecated = ({ deprecationReason }: Part) => deprecationReason != null

/** Returns the fields or values of a type. */
function partsOf(
  type: GraphQLNamedType,
): Record<string, Part & { args?: readonly (Part & { name: string })[] }> {
  if (isEnumType(type)) return Object.fromEntries(type.getValues().map((value) => [value.name, value]))
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : {}
}

/**
 * Whether each use of a type is deprecated, or is in a type of which this holds. A type that an abstract type
 * contains has uses that cannot be deprecated.
 */
function isEnding(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  above: readonly GraphQLNamedType[] = [],
): boolean {
  if (isObjectType(type) && type.getInterfaces().length > 0) return false
  const all = Object.values(schema.getTypeMap())
  if (all.some((each) => isUnionType(each) && each.getTypes().some((member) => member === type))) return false
  const uses = all.flatMap((parent) =>
    usesIn(parent, type).map((isPartDeprecated) => ({ parent, isPartDeprecated })),
  )
  return (
    uses.length > 0 &&
    uses.every(
      ({ parent, isPartDeprecated }) =>
        isPartDeprecated ||
        parent === type ||
        above.includes(parent) ||
        isEnding(schema, parent, [...above, type]),
    )
  )
}

/** Returns whether each use of a type in the fields and arguments of another type is deprecated. */
function usesIn(parent: GraphQLNamedType, type: GraphQLNamedType): boolean[] {
  if (isInputObjectType(parent))
    return Object.values(parent.getFields())
      .filter((field) => getNamedType(field.type) === type)
      .map(isDeprecated)
  if (!isObjectType(parent) && !isInterfaceType(parent)) return []
  return Object.values(parent.getFields()).flatMap((field) => [
    ...(getNamedType(field.type) === type ? [isDeprecated(field)] : []),
    ...field.args
      .filter((argument) => getNamedType(argument.type) === type)
      .map((argument) => isDeprecated(field) || isDeprecated(argument)),
  ])
}
