import { GraphQLError, type DocumentNode, type ExecutionArgs, type GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costOf, costProblem } from './cost.ts'
import { hasInvalidVariables } from './rules/validate-variables.ts'

const MAX_KEPT = 20
const MAX_KEY = 500

/**
 * Rejects an operation whose result could contain more than `most` values, before it runs. Nested pages
 * multiply. The error contains the cost.
 */
export function costLimit(schema: GraphQLSchema, most: number): Plugin {
  const costCache = new WeakMap<DocumentNode, Map<string, number>>()
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, variableValues, operationName } = args as ExecutionArgs
      const costs = costCache.get(document) ?? new Map<string, number>()
      costCache.set(document, costs)
      const variables = (variableValues ?? {}) as Record<string, unknown>
      const key = costKey(operationName, variables)
      let cost = costs.get(key)
      // Execution reports invalid variables.
      if (cost === undefined && hasInvalidVariables(schema, document, variables, operationName)) return
      cost ??= costOf(schema, document, variables, operationName ?? undefined)
      if (costs.size < MAX_KEPT && key.length < MAX_KEY) costs.set(key, cost)
      if (cost <= most) return
      const extensions = { code: 'INVALID_PARAM', status: 400, cost, most, http: { status: 400 } }
      setResultAndStopExecution({
        errors: [new GraphQLError(costProblem(cost, most), { extensions })],
      })
    },
  }
}

/** Returns a key of everything that determines the cost. Texts in variables are not part of it. */
function costKey(operationName: string | null | undefined, variables: Record<string, unknown>): string {
  return JSON.stringify([operationName, variables], (_name, value: unknown) =>
    typeof value === 'string' ? '' : value,
  )
}
