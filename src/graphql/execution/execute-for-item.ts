import { execute, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { inShare } from '../../db/sharing/connection-share.ts'
import { compile } from './compile.ts'
import type { Context } from '../context.ts'

type ItemOptions = {
  variables?: Record<string, unknown>
  operationName?: string
  /** Whether the connections count to the share of the context's organization. Default true. */
  isShared?: boolean
}

/**
 * Runs a subscription's document for one item as the context's caller, whose access is checked each time. The
 * document must be validated. It is compiled once.
 */
export async function executeForItem(
  schema: GraphQLSchema,
  document: DocumentNode,
  item: unknown,
  context: Context,
  { variables = {}, operationName, isShared = true }: ItemOptions = {},
): Promise<ExecutionResult> {
  const args = {
    schema,
    document,
    operationName,
    rootValue: item,
    contextValue: context,
    variableValues: variables,
  }
  const run = () => compile(schema, document, operationName)?.(args, execute) ?? execute(args)
  return isShared ? inShare(context.organizationId, run) : run()
}
