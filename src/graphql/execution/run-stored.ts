import { getOperationAST, GraphQLError, parse, validate, type GraphQLSchema } from 'graphql'
import type { CompiledQuery } from 'graphql-jit'
import type { Caller } from '../../auth/caller.ts'
import { createContext, type Services } from '../context.ts'
import { compileProgram } from './compile-program.ts'
import { runOperation } from './run-operation.ts'
import { AppError } from '../../lib/errors.ts'

type Request = { requestId: string; address: string; userAgent?: string }

/**
 * Runs a stored document as a caller, with the services of the process or with those of a transaction. Throws the
 * first error.
 */
export type RunStored = (
  document: string,
  variables: Record<string, unknown>,
  caller: Caller,
  request: Request,
  own?: Services,
) => Promise<Record<string, unknown>>

/**
 * Creates the executor of stored documents. Each is parsed, validated and compiled once, at its first use.
 * Throws the `AppError` of the first field that failed, or the unexpected error, so that the caller can
 * distinguish them. A mutation that fails is rolled back.
 */
export function createStoredRunner(schema: GraphQLSchema, services: Services): RunStored {
  const compiled = new Map<string, Compiled>()
  return async (document, variables, caller, request, own = services) => {
    let cached = compiled.get(document)
    if (!cached) {
      cached = compileStored(schema, document)
      compiled.set(document, cached)
    }
    const { query, isQuery } = cached
    const context = createContext(own, caller, { ...request, acceptsEmptyUpdates: true })
    const result = await runOperation(context, isQuery, () =>
      query.query(null, context, withoutUndefined(variables)),
    )
    if (result.errors?.[0]) throw causeOf(result.errors[0])
    return result.data as Record<string, unknown>
  }
}

const MAX_DEPTH = 50

/**
 * Returns a value without undefined members, which compiled documents would read as null. Values nested
 * deeper than any input remain unchanged and fail their own validation.
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

function compileStored(schema: GraphQLSchema, document: string): Compiled {
  const parsed = parse(document)
  const problems = validate(schema, parsed)
  if (problems[0]) throw problems[0]
  const query = compileProgram(schema, parsed)
  if (!query) throw new Error('the document cannot be compiled')
  return { query, isQuery: String(getOperationAST(parsed)?.operation) === 'query' }
}

function causeOf(error: GraphQLError): Error {
  const cause = error.originalError ?? error
  // An error of GraphQL itself means invalid input, for example a variable of the wrong type.
  return cause instanceof GraphQLError ? new AppError('INVALID_PARAM', cause.message) : cause
}
