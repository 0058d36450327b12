import { getOperationAST, GraphQLError, parse, validate, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { Caller } from '../../auth/caller.ts'
import { createContext, type Services } from '../context.ts'
import { runOperation } from './run-operation.ts'
import { AppError } from '../../lib/errors.ts'

export type Request = { requestId: string; address: string }

/** Runs one of the program's own documents as a caller; throws what the first error says. */
export type RunStored = (
  document: string,
  variables: Record<string, unknown>,
  caller: Caller,
  request: Request,
) => Promise<Record<string, unknown>>

/**
 * An executor of stored documents: each is parsed, validated and compiled once, at its first use.
 * It throws the `AppError` of the first field that failed, or the surprise itself, so that the caller
 * can tell a refusal from a fault. A refusal during a mutation has rolled the mutation back.
 */
export function createStoredRunner(schema: GraphQLSchema, services: Services): RunStored {
  const compiled = new Map<string, Compiled>()
  return async (document, variables, caller, request) => {
    let known = compiled.get(document)
    if (!known) {
      known = compileDocument(schema, document)
      compiled.set(document, known)
    }
    const { query, isQuery } = known
    const context = createContext(services, caller, request)
    const result = await runOperation(context, isQuery, () =>
      query.query(null, context, withoutUndefined(variables)),
    )
    if (result.errors?.[0]) throw causeOf(result.errors[0])
    return result.data as Record<string, unknown>
  }
}

const MAX_DEPTH = 50

/**
 * A value without what is undefined in its objects: compiled documents would read that as null. What is nested deeper
 * than any input is left as it is, for the value's own check to refuse.
 */
function withoutUndefined<Value>(value: Value, levels = MAX_DEPTH): Value {
  if (levels === 0) return value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutUndefined(item, levels - 1)) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    entries.map(([name, member]) => [name, withoutUndefined(member as unknown, levels - 1)]),
  ) as Value
}

type Compiled = { query: CompiledQuery; isQuery: boolean }

function compileDocument(schema: GraphQLSchema, document: string): Compiled {
  const parsed = parse(document)
  const problems = validate(schema, parsed)
  if (problems[0]) throw problems[0]
  const query = compileQuery(schema, parsed, undefined, { disableLeafSerialization: false })
  if (isCompiledQuery(query))
    return { query, isQuery: String(getOperationAST(parsed)?.operation) === 'query' }
  throw query.errors?.[0] ?? new Error('the document cannot be compiled')
}

function causeOf(error: GraphQLError): Error {
  const cause = error.originalError ?? error
  // What GraphQL itself refuses is the input's fault: a variable of the wrong type.
  return cause instanceof GraphQLError ? new AppError('INVALID_PARAM', cause.message) : cause
}
