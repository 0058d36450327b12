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
/** How many items a list without pages is assumed to have; a budget counts those that it really has. */
const ASSUMED_ITEMS = 5

/**
 * What an operation costs: about the number of values in its answer, pages within pages multiplied, introspection at
 * the size of the schema. Infinite when it cannot be counted: introspection above the limit, more fields than the
 * counting goes through, or arguments that contradict it.
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
    return introspection + getComplexity({ schema, query, variables, operationName, estimators: [values] })
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** One for each field, times the size of each list it is in. */
const values: ComplexityEstimator = ({ args, childComplexity, field, type: parent }) => {
  const type = getNamedType(field.type)
  if (isPaged(type)) {
    const size = Number(args.first ?? args.last ?? DEFAULT_PAGE)
    return 1 + Math.max(1, size) * childComplexity
  }
  // The items of a page are counted where the page is asked for, and `introspectionCost` counts those of the schema.
  const isCounted = isPaged(parent) || isIntrospectionType(parent)
  if (isCounted || !isListType(getNullableType(field.type))) return 1 + childComplexity
  return 1 + ASSUMED_ITEMS * Math.max(1, childComplexity)
}

const isPaged = (type: GraphQLNamedType) => isObjectType(type) && 'nodes' in type.getFields()

/** How a refusal says it. */
export const costProblem = (cost: number, most: number) =>
  `The operation costs ${Number.isFinite(cost) ? cost : 'too much to count'}, more than ${most}: ask for smaller pages or fewer fields`
