import { getOperationAST, getVariableValues, type DocumentNode, type GraphQLSchema } from 'graphql'

type Variables = Record<string, unknown>

/** By the variables of a request, which come with one operation only. */
const known = new WeakMap<Variables, { document: DocumentNode; operationName: string; bad: boolean }>()

/** Whether execution would refuse the variables, or finds no operation of that name. Worked out once per request. */
export function hasBadVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  operationName: string | null | undefined,
): boolean {
  const name = operationName ?? ''
  const last = known.get(variables)
  if (last?.document === document && last.operationName === name) return last.bad
  const operation = getOperationAST(document, operationName)
  const bad = !operation || !!getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors
  known.set(variables, { document, operationName: name, bad })
  return bad
}
