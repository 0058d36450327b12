import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costOf, costProblem } from './cost.ts'
import { hasInvalidVariables } from './rules/validate-variables.ts'

const MAX_KEPT = 20
const MAX_KEY = 500

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
      const key = costKey(operationName, variables)
      let cost = costs.get(key)
      // Execution says what is wrong with bad variables.
      if (cost === undefined && hasInvalidVariables(schema, document, variables, operationName)) return
      cost ??= costOf(schema, document, variables, operationName ?? undefined)
      if (costs.size < MAX_KEPT && key.length < MAX_KEY) costs.set(key, cost)
      if (cost <= most) return
      const extensions = { code: 'ERROR_CODE_INVALID_PARAM', status: 400, cost, most, http: { status: 400 } }
      setResultAndStopExecution({
        errors: [new GraphQLError(costProblem(cost, most), { extensions })],
      })
    },
  }
}

/** All that a cost can depend on: which texts the variables hold is not part of it. */
function costKey(operationName: string | null | undefined, variables: Record<string, unknown>): string {
  return JSON.stringify([operationName, variables], (_name, value: unknown) =>
    typeof value === 'string' ? '' : value,
  )
}
