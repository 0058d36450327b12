import { type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'

const compiled = new WeakMap<DocumentNode, Map<string, CompiledQuery>>()

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
  const known = compiled.get(document) ?? new Map<string, CompiledQuery>()
  compiled.set(document, known)
  let query = known.get(operationName ?? '')
  if (!query) {
    const made = compileQuery(schema, document, operationName, { disableLeafSerialization: false })
    if (!isCompiledQuery(made)) return made
    known.set(operationName ?? '', (query = made))
  }
  return query.query(item, context, variables)
}
