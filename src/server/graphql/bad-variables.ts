import { getOperationAST, getVariableValues, type DocumentNode, type GraphQLSchema } from 'graphql'

/** Whether execution would refuse the variables, or finds no operation of that name. */
export function hasBadVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | null | undefined,
): boolean {
  const operation = getOperationAST(document, operationName)
  return !operation || !!getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors
}
