import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql'
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity'
import type { Plugin } from 'graphql-yoga'

const DEFAULT_PAGE = 30

/** One for each field, times the size of each list it is in: about the number of values in the answer. */
const values: ComplexityEstimator = ({ args, childComplexity, node }) => {
  const isPage =
    'first' in args ||
    'last' in args ||
    node.selectionSet?.selections.some((item) => item.kind === 'Field' && PAGE_FIELDS.has(item.name.value))
  if (!isPage) return 1 + childComplexity
  const size = Number(args.first ?? args.last ?? DEFAULT_PAGE)
  return 1 + Math.max(1, size) * childComplexity
}

const PAGE_FIELDS = new Set(['nodes', 'edges'])

/**
 * Refuses an operation whose answer could hold more than `most` values, counted before it runs: pages within
 * pages multiply. The refusal says what it would cost.
 */
export function costLimit(schema: GraphQLSchema, most: number): Plugin {
  const known = new WeakMap<DocumentNode, Map<string, number>>()
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, variableValues, operationName } = args
      const costs = known.get(document) ?? new Map<string, number>()
      known.set(document, costs)
      const variables = (variableValues ?? {}) as Record<string, unknown>
      const key = JSON.stringify([
        operationName,
        Object.entries(variables).filter(([, value]) => typeof value === 'number'),
      ])
      let cost = costs.get(key)
      if (cost === undefined) {
        cost = costOf(schema, document, variables, operationName ?? undefined)
        if (costs.size < 100) costs.set(key, cost)
      }
      if (cost <= most) return
      const extensions = { code: 'ERROR_CODE_INVALID_PARAM', status: 400, cost, most, http: { status: 400 } }
      setResultAndStopExecution({
        errors: [
          new GraphQLError(
            `The operation costs ${cost}, more than ${most}: ask for smaller pages or fewer fields`,
            { extensions },
          ),
        ],
      })
    },
  }
}

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | undefined,
): number {
  try {
    return getComplexity({ schema, query, variables, operationName, estimators: [values] })
  } catch {
    // Bad variables: execution says what is wrong with them.
    return 0
  }
}
