import type { DocumentNode, GraphQLSchema } from 'graphql'
import { costOf } from './cost.ts'
import { hasInvalidVariables } from './rules/validate-variables.ts'

type Variables = Record<string, unknown>

/**
 * Returns the cost of an operation by `costOf`. Undefined for invalid variables, which execution reports.
 * Computed once per request, and once for repeated operations.
 */
export type OperationCosts = (
  document: DocumentNode,
  variables: Variables,
  operationName: string | null | undefined,
) => number | undefined

const MAX_KEPT = 20
const MAX_KEY = 500

/** Creates the cache of costs. */
export function createOperationCosts(schema: GraphQLSchema): OperationCosts {
  const costCache = new WeakMap<DocumentNode, Map<string, number>>()
  /** By the variables of a request, which belong to one operation. */
  const lastCosts = new WeakMap<Variables, { document: DocumentNode; operationName: string; cost: number }>()
  return (document, variables, operationName) => {
    const name = operationName ?? ''
    const last = lastCosts.get(variables)
    if (last?.document === document && last.operationName === name) return last.cost
    const costs = costCache.get(document) ?? new Map<string, number>()
    costCache.set(document, costs)
    const key = costKey(operationName, variables)
    let cost = costs.get(key)
    if (cost === undefined && hasInvalidVariables(schema, document, variables, operationName)) return
    cost ??= costOf(schema, document, variables, operationName ?? undefined)
    if (costs.size < MAX_KEPT && key.length < MAX_KEY) costs.set(key, cost)
    lastCosts.set(variables, { document, operationName: name, cost })
    return cost
  }
}

/** Returns a key of everything that determines the cost. Texts in variables are not part of it. */
function costKey(operationName: string | null | undefined, variables: Variables): string {
  return JSON.stringify([operationName, variables], (_name, value: unknown) =>
    typeof value === 'string' ? '' : value,
  )
}
