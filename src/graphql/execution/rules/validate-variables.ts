import {
  getOperationAST,
  getVariableValues,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

type Variables = Record<string, unknown>

/** Cache by the variables of a request, which belong to one operation. */
const resultCache = new WeakMap<Variables, { document: DocumentNode; operationName: string; bad: boolean }>()

/** Whether execution would reject the variables or the operation name. Computed once per request. */
export function hasInvalidVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  operationName: string | null | undefined,
): boolean {
  const name = operationName ?? ''
  const last = resultCache.get(variables)
  if (last?.document === document && last.operationName === name) return last.bad
  const operation = getOperationAST(document, operationName)
  const bad = !operation || isRefused(schema, operation, variables)
  resultCache.set(variables, { document, operationName: name, bad })
  return bad
}

/** Stops at the first error, because creating errors for many values is expensive. */
function isRefused(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): boolean {
  return !!getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors
}
