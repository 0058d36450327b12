import { GraphQLError, type ExecutionArgs } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costProblem } from './cost.ts'
import type { OperationCosts } from './operation-costs.ts'

/**
 * Rejects an operation whose result could contain more than `most` values, before it runs. Nested pages
 * multiply. The error contains the cost.
 */
export function costLimit(costOf: OperationCosts, most: number): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, variableValues, operationName } = args as ExecutionArgs
      const cost = costOf(document, variableValues ?? {}, operationName)
      // Execution reports invalid variables.
      if (cost === undefined || cost <= most) return
      const extensions = { code: 'INVALID_PARAM', status: 400, cost, most, http: { status: 400 } }
      setResultAndStopExecution({
        errors: [new GraphQLError(costProblem(cost, most), { extensions })],
      })
    },
  }
}
