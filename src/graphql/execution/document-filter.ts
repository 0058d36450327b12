import {
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  parse,
  type GraphQLSchema,
} from 'graphql'
import { LRUCache } from 'lru-cache'

type Cached = { filter: object | null }

const filterCache = new LRUCache<string, Cached>({
  maxSize: 2_000_000,
  sizeCalculation: (_cached, text) => text.length,
})

/**
 * Returns the value of `filter` of a stored subscription to `events`. Null without one. The document must be
 * validated.
 */
export function documentFilter(schema: GraphQLSchema, text: string): object | null {
  const found = filterCache.get(text) ?? { filter: readFilter(schema, text) }
  filterCache.set(text, found)
  return found.filter
}

function readFilter(schema: GraphQLSchema, text: string): object | null {
  const operation = getOperationAST(parse(text))
  const [root] = operation?.selectionSet.selections ?? []
  const field = root?.kind === Kind.FIELD && schema.getSubscriptionType()?.getFields()[root.name.value]
  if (!field) return null
  // A webhook's document runs with the defaults of its variables.
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], {})
  const { filter } = getArgumentValues(field, root, coerced)
  return (filter as object | null | undefined) ?? null
}
