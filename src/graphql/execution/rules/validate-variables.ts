import {
  getOperationAST,
  getVariableValues,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

type Variables = Record<string, unknown>

/** By the variables of a request, which come with one operation only. */
const known = new WeakMap<Variables, { document: DocumentNode; operationName: string; bad: boolean }>()

/** Whether execution would refuse the variables, or finds no operation of that name. Worked out once per request. */
export function hasInvalidVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  operationName: string | null | undefined,
): boolean {
  const name = operationName ?? ''
  const last = known.get(variables)
  if (last?.document === document && last.operationName === name) return last.bad
  const operation = getOperationAST(document, operationName)
  const bad = !operation || isRefused(schema, operation, variables)
  known.set(variables, { document, operationName: name, bad })
  return bad
}

/** One error is enough: making one for each of many values takes longer than all else. */
function isRefused(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): boolean {
  return !!getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors
}
