import type { DocumentNode, GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'

/**
 * Compiles an operation of a validated document to a program, which serializes scalars and enums as their types do.
 * Returns null for an operation that cannot be compiled.
 */
export function compileProgram(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): CompiledQuery | null {
  const compiled = compileQuery(schema, document, operationName ?? undefined, {
    disableLeafSerialization: false,
  })
  return isCompiledQuery(compiled) ? compiled : null
}
