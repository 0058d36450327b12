import {
  BREAK,
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'

/** Runs an operation with validated variables. `uncompiled` runs one that fails. */
type RunOperation = (
  args: ExecutionArgs,
  uncompiled: (args: ExecutionArgs) => MaybePromise<ExecutionResult>,
) => Promise<ExecutionResult>
type MaybePromise<Value> = Value | Promise<Value>

const operationCache = new WeakMap<DocumentNode, Map<string, RunOperation | null>>()

/**
 * Compiles an operation of a validated document. The compiled program returns the results of `graphql-js`.
 * Compiled once per document. An operation that fails runs again uncompiled, for the messages, locations and
 * paths of its errors. Returns null if the results could differ and for rare cases. These are mutations,
 * `@skip` and `@include`, introspection, and variables inside input objects, where a missing one would become
 * null.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): RunOperation | null {
  const operations = operationCache.get(document) ?? new Map<string, RunOperation | null>()
  operationCache.set(document, operations)
  const name = operationName ?? ''
  const cache = operations.get(name)
  if (cache !== undefined) return cache
  const compiled = isCompilable(document, operationName)
    ? compileQuery(schema, document, operationName ?? undefined, { disableLeafSerialization: false })
    : null
  const run = compiled && isCompiledQuery(compiled) ? toRunner(compiled) : null
  operations.set(name, run)
  return run
}

const toRunner =
  ({ query }: CompiledQuery): RunOperation =>
  async (args, uncompiled) => {
    try {
      const result = await query(args.rootValue, args.contextValue, args.variableValues ?? {})
      if (!result.errors?.length) return result
    } catch {
      // A value does not have its type, for example a list that is none.
    }
    const { budget } = args.contextValue as Context
    budget.reopen()
    return uncompiled(args)
  }

const INTROSPECTION = new Set(['__schema', '__type'])
const CONDITIONS = new Set(['skip', 'include'])

/** Whether the compiler implements everything in the document as the specification defines it. */
function isCompilable(document: DocumentNode, operationName?: string | null): boolean {
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
