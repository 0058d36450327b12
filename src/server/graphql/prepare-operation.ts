import {
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { Context } from '../../graphql/context.ts'
import { mutationTextProblem } from '../../graphql/execution/mutation-texts.ts'
import { costOf, costProblem } from '../../graphql/execution/cost.ts'
import { LIMITS } from '../../graphql/execution/limits.ts'
import { runOperation } from '../../graphql/execution/run-operation.ts'
import { AppError } from '../../lib/errors.ts'
import { hasInvalidVariables } from '../../graphql/execution/rules/validate-variables.ts'
import type { RequestParameters } from './read-request.ts'
import { hideSuggestions } from '../../graphql/execution/rules/hide-suggestions.ts'
import type { GraphqlEngine } from './engine.ts'
import { RequestError } from './request-error.ts'
import { isUnconditionalRoot } from '../../graphql/execution/rules/subscription-root-rule.ts'

/** Maximum number of reported errors, because locating each one searches the whole text. */
const MAX_ERRORS = { maxErrors: 20 }

/** A validated operation. */
export type PreparedOperation = {
  kind: 'query' | 'mutation' | 'subscription'
  document: DocumentNode
  operationName?: string | undefined
  variables: Record<string, unknown>
  /** Cost of one item of a subscription, by `costOf`. 0 for queries and mutations. */
  cost: number
  /** Runs a query or a mutation. Its errors are masked. */
  execute(context: Context): Promise<ExecutionResult>
}

/**
 * Parses and validates an operation with the rules and limits of all transports. Its parameters must have
 * passed `validateParameters`.
 * @throws RequestError, with masked errors
 */
export function prepareOperation(
  graphql: GraphqlEngine,
  parameters: RequestParameters,
  caller: Caller,
): PreparedOperation {
  const isPublic = graphql.production && caller === ANONYMOUS
  const fail = (errors: readonly unknown[]): never => {
    const masked = errors.map(graphql.maskError)
    throw new RequestError(isPublic ? hideSuggestions(masked) : masked)
  }
  try {
    const { query, variables, operationName } = readParameters(parameters)
    const enveloped = graphql.yoga().getEnveloped({} as never)
    const document = enveloped.parse(query) as DocumentNode
    const errors = errorsIn(graphql.schema, document, enveloped.validate as typeof validate, isPublic)
    if (errors.length > 0) return fail(errors)
    const operation = operationIn(document, operationName, variables)
    const kind = operation.operation
    const cost =
      String(kind) === 'subscription' ? costOfItem(graphql.schema, document, variables, operationName) : 0
    const { schema } = graphql
    const execute = (contextValue: Context) =>
      runOperation(contextValue, String(kind) === 'query', async () => {
        const args = { schema, document, contextValue, variableValues: variables, operationName }
        return (await enveloped.execute(args)) as ExecutionResult
      })
    return { kind, document, ...(operationName && { operationName }), variables, cost, execute }
  } catch (error) {
    if (error instanceof RequestError) throw error
    return fail([error])
  }
}

/** Validates a document. Returns 21 errors at most. With `isPublic`, introspection is an error. */
function errorsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  validated: typeof validate,
  isPublic: boolean,
): readonly unknown[] {
  const errors = validated(schema, document, undefined, MAX_ERRORS)
  if (!isPublic) return errors
  const hidden = validate(schema, document, [NoSchemaIntrospectionCustomRule], MAX_ERRORS)
  return [...errors, ...hidden].slice(0, MAX_ERRORS.maxErrors + 1)
}

/** Returns the operation to run. @throws AppError INVALID_PARAM when there is none or it breaks a rule */
function operationIn(
  document: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw new AppError('INVALID_PARAM', 'Must name one of the operations of the document in "operationName"')
  const kind = String(operation.operation)
  if (kind === 'subscription' && !isUnconditionalRoot(document, operation))
    throw new AppError('INVALID_PARAM', 'The field of a subscription can have neither @skip nor @include')
  const problem = kind === 'mutation' ? mutationTextProblem(document, operation, variables) : null
  if (problem) throw new AppError('INVALID_PARAM', problem)
  return operation
}

/**
 * Returns the cost of a subscription. 0 for invalid variables, which its start rejects. Execution checks
 * queries and mutations.
 * @throws AppError INVALID_PARAM when the cost exceeds the limit
 */
function costOfItem(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | undefined,
): number {
  if (hasInvalidVariables(schema, document, variables, operationName)) return 0
  const cost = costOf(schema, document, variables, operationName)
  if (cost > LIMITS.cost) throw new AppError('INVALID_PARAM', costProblem(cost, LIMITS.cost))
  return cost
}

function readParameters(parameters: RequestParameters) {
  const { query, variables, operationName } = parameters
  if (typeof query !== 'string') throw new AppError('INVALID_PARAM', '"query" must be a string')
  if (operationName != null && typeof operationName !== 'string')
    throw new AppError('INVALID_PARAM', '"operationName" must be a string')
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw new AppError('INVALID_PARAM', '"variables" must be an object')
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName || undefined,
  }
}
