import {
  BREAK,
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'

const known = new WeakMap<DocumentNode, Map<string, CompiledQuery | null>>()

/**
 * An operation of a validated document as a compiled program that answers what `graphql-js` answers, worked out once.
 * Null where it could answer otherwise, and for what is not worth compiling: mutations, `@skip` and `@include`,
 * variables inside of input objects (one that was not given would become null), and introspection.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): CompiledQuery | null {
  const operations = known.get(document) ?? new Map<string, CompiledQuery | null>()
  known.set(document, operations)
  const name = operationName ?? ''
  const remembered = operations.get(name)
  if (remembered !== undefined) return remembered
  const compiled = answersAlike(document, operationName)
    ? compileQuery(schema, document, operationName ?? undefined, { disableLeafSerialization: false })
    : null
  const operation = compiled && isCompiledQuery(compiled) ? compiled : null
  operations.set(name, operation)
  return operation
}

const INTROSPECTION = new Set(['__schema', '__type'])
const CONDITIONS = new Set(['skip', 'include'])

/** Whether the compiler gives all that the document asks for the meaning that the specification gives it. */
function answersAlike(document: DocumentNode, operationName?: string | null): boolean {
  const kind = getOperationAST(document, operationName)?.operation
  if (kind === undefined || kind === OperationTypeNode.MUTATION) return false
  let alike = true
  let objects = 0
  const refuse = () => {
    alike = false
    return BREAK
  }
  visit(document, {
    [Kind.FIELD]: ({ name }) => (INTROSPECTION.has(name.value) ? refuse() : undefined),
    [Kind.DIRECTIVE]: ({ name }) => (CONDITIONS.has(name.value) ? refuse() : undefined),
    [Kind.OBJECT]: { enter: () => void objects++, leave: () => void objects-- },
    [Kind.VARIABLE]: () => (objects > 0 ? refuse() : undefined),
  })
  return alike
}
