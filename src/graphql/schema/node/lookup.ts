import type { InputFieldBuilder, InputFieldMap } from '@pothos/core'
import { AppError } from '../../../lib/errors.ts'
import { builder, type Types } from '../../builder.ts'
import { DATABASE_ID, nodeIdInput } from './node.ts'
import { databaseIdOf } from './ids.ts'
import { NODE_PREFIXES, withArticle, type NodeType } from './prefixes.ts'

/**
 * Defines `<Type>By`, the argument of a query for one object: its id, its database id, or one of `keys`.
 * Exactly one is given.
 */
export function lookupType<Keys extends InputFieldMap = Record<never, never>>(
  type: NodeType,
  keys: (t: InputFieldBuilder<Types, 'InputObject'>) => Keys = () => ({}) as Keys,
) {
  return builder.inputType(`${type}By`, {
    isOneOf: true,
    description: `Key of ${withArticle(type)}. Exactly one field is given.`,
    fields: (t) => ({
      id: t.id(nodeIdInput(type, { description: `Id, such as \`${NODE_PREFIXES[type]}_1\`.` })),
      databaseId: t.int({ ...DATABASE_ID, extensions: { nodeType: type } }),
      ...keys(t),
    }),
  })
}

/**
 * Returns the database id of a look-up by `id` or `databaseId`. Undefined for another key. `field` is the name of
 * the argument or input field.
 */
export function lookupId(
  type: NodeType,
  by: { id?: string | null; databaseId?: number | null },
  field = 'by',
): number | undefined {
  if (by.databaseId != null) return by.databaseId
  return by.id == null ? undefined : databaseIdOf(type, `${field}.id`, by.id)
}

/** Resolves to null if `find` throws NOT_FOUND: for a query, an object that does not exist is no error. */
export async function nullIfNotFound<Row>(find: Promise<Row>): Promise<Row | null> {
  try {
    return await find
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
