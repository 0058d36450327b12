import {
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity'
import { introspectionCost } from './introspection-cost.ts'
import { LIMITS } from './limits.ts'

const DEFAULT_PAGE = 30
/** Assumed number of items of a list without pages. A budget counts the actual items. */
const ASSUMED_ITEMS = 5
/** Cost of counting a list, which reads up to 10,000 rows. */
const COUNT_COST = 10
const COUNTS = new Set(['totalCount', 'totalCountIsExact'])

/**
 * Returns the cost of an operation, which is about the number of values in its result. Nested pages multiply.
 * Infinite when it cannot be computed: introspection above the limit, too many fields, or invalid arguments.
 */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | undefined,
): number {
  try {
    const introspection = introspectionCost(schema, query, variables, operationName, LIMITS.cost)
    if (introspection > LIMITS.cost) return Number.POSITIVE_INFINITY
    const named = operationName !== undefined && { operationName }
    return introspection + getComplexity({ schema, query, variables, ...named, estimators: [values] })
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** One per field, multiplied by the size of each enclosing list. */
const values: ComplexityEstimator = ({ args, childComplexity, field, type: parent }) => {
  if (isPaged(parent) && COUNTS.has(field.name)) return COUNT_COST
  const type = getNamedType(field.type)
  if (isPaged(type)) {
    const size = Number(args.first ?? args.last ?? DEFAULT_PAGE)
    return 1 + Math.max(1, size) * childComplexity
  }
  // The items of a page are counted at its arguments, and those of the schema by `introspectionCost`.
  const isCounted = isPaged(parent) || isIntrospectionType(parent)
  if (isCounted || !isListType(getNullableType(field.type))) return 1 + childComplexity
  return 1 + ASSUMED_ITEMS * Math.max(1, childComplexity)
}

const isPaged = (type: GraphQLNamedType) => isObjectType(type) && 'nodes' in type.getFields()

/** Message of an operation over the cost limit. */
export const costProblem = (cost: number, most: number) =>
  `The operation costs ${Number.isFinite(cost) ? cost : 'too much to count'}, more than ${most}: request smaller pages or fewer fields`
