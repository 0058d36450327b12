import { execute, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { compileOperation } from './compile-operation.ts'
import type { Context } from './context.ts'

/**
 * Runs a subscription's document for one item with the context's caller, whose access is judged anew. The document
 * must have been validated; it is compiled once.
 */
export async function runOnItem(
  schema: GraphQLSchema,
  document: DocumentNode,
  item: unknown,
  context: Context,
  { variables = {}, operationName }: { variables?: Record<string, unknown>; operationName?: string } = {},
): Promise<ExecutionResult> {
  const args = {
    schema,
    document,
    operationName,
    rootValue: item,
    contextValue: context,
    variableValues: variables,
  }
  return compileOperation(schema, document, operationName)?.(args, execute) ?? execute(args)
}
