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
  type OperationDefinitionNode,
} from 'graphql'
import type { CompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { applyConditions, booleansOf, conditionVariables } from './apply-conditions.ts'
import { compileProgram } from './compile-program.ts'
import { liftVariables, type LiftedDocument } from './lift-variables.ts'

/** Runs an operation with validated variables. `uncompiled` runs one that fails. */
type RunOperation = (
  args: ExecutionArgs,
  uncompiled: (args: ExecutionArgs) => MaybePromise<ExecutionResult>,
) => Promise<ExecutionResult>
type MaybePromise<Value> = Value | Promise<Value>

const operationCache = new WeakMap<DocumentNode, Map<string, RunOperation | null>>()

/**
 * Compiles an operation of a validated document. The compiled program returns the results of `graphql-js`.
 * Compiled once per document, and once for each combination of its `@skip` and `@include`. An operation that
 * fails runs again uncompiled, for the messages, locations and paths of its errors. Returns null for what the
 * compiler runs otherwise than `graphql-js`, which are mutations and introspection.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): RunOperation | null {
  const operations = operationCache.get(document) ?? new Map<string, RunOperation | null>()
  operationCache.set(document, operations)
  const name = operationName ?? ''
  const cached = operations.get(name)
  if (cached !== undefined) return cached
  const run = newRunner(schema, document, operationName)
  operations.set(name, run)
  return run
}

function newRunner(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): RunOperation | null {
  const operation = getOperationAST(document, operationName)
  if (!operation || !isCompilable(document, operation)) return null
  const conditions = conditionVariables(document)
  return conditions
    ? runConditional(schema, document, operation, conditions)
    : compileLifted(schema, document, operationName)
}

/** Maximum number of combinations of conditions that are compiled. Others run uncompiled. */
const MAX_COMBINATIONS = 8

/** Runs the document that remains for the values of its conditions. */
function runConditional(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: readonly string[],
): RunOperation {
  const combinations = new Map<string, RunOperation | null>()
  const runnerOf = (values: ReadonlyMap<string, boolean>) => {
    const key = [...values.values()].join()
    const cached = combinations.get(key)
    if (cached !== undefined || combinations.size === MAX_COMBINATIONS) return cached
    const applied = applyConditions(document, values)
    const run = applied && compileLifted(schema, applied, operation.name?.value)
    combinations.set(key, run)
    return run
  }
  return async (args, uncompiled) => {
    // The scopes of a token must permit excluded fields too, which the remaining document does not contain.
    const { caller } = args.contextValue as Context
    const values = caller.scopes ? null : booleansOf(operation, conditions, args.variableValues ?? {})
    return (values && runnerOf(values))?.(args, uncompiled) ?? uncompiled(args)
  }
}

function compileLifted(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): RunOperation | null {
  const lifted = liftVariables(schema, document)
  const program = lifted && compileProgram(schema, lifted.document, operationName)
  return program ? toRunner(program, lifted) : null
}

const toRunner =
  ({ query }: CompiledQuery, lifted: LiftedDocument): RunOperation =>
  async (args, uncompiled) => {
    try {
      const result = await query(
        args.rootValue,
        args.contextValue,
        lifted.variablesOf(args.variableValues ?? {}),
      )
      if (!result.errors?.length) return result
    } catch {
      // A value does not have its type, for example a list that is not an array.
    }
    const { budget } = args.contextValue as Context
    budget.reopen()
    return uncompiled(args)
  }

const INTROSPECTION = new Set(['__schema', '__type'])

/** Whether the compiler implements everything in the operation as the specification defines it. */
function isCompilable(document: DocumentNode, { operation }: OperationDefinitionNode): boolean {
  if (operation === OperationTypeNode.MUTATION) return false
  let isIntrospection = false
  visit(document, {
    [Kind.FIELD]({ name }) {
      isIntrospection ||= INTROSPECTION.has(name.value)
      return isIntrospection ? BREAK : undefined
    },
  })
  return !isIntrospection
}
