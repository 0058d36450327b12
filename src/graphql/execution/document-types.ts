import {
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  parse,
  type GraphQLSchema,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { EventType } from '../../events/catalogue.ts'

type Types = { types: readonly EventType[] | null }

const typesCache = new LRUCache<string, Types>({
  maxSize: 2_000_000,
  sizeCalculation: (_types, text) => text.length,
})

/**
 * Returns the event types that a stored subscription to `events` selects. Null for all. The document must be
 * validated.
 */
export function documentTypes(schema: GraphQLSchema, text: string): readonly EventType[] | null {
  const found = typesCache.get(text) ?? { types: readTypes(schema, text) }
  typesCache.set(text, found)
  return found.types
}

function readTypes(schema: GraphQLSchema, text: string): readonly EventType[] | null {
  const operation = getOperationAST(parse(text))
  const [root] = operation?.selectionSet.selections ?? []
  const field = root?.kind === Kind.FIELD && schema.getSubscriptionType()?.getFields()[root.name.value]
  if (!field) return null
  // A webhook's document runs with the defaults of its variables.
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], {})
  const { types } = getArgumentValues(field, root, coerced)
  return (types as EventType[] | null | undefined) ?? null
}
