import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import {
  createSourceEventStream,
  GraphQLError,
  Kind,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type SourceLocation,
  type ValidationRule,
} from 'graphql'
import { AppError, fieldErrors, unprocessable } from '../../lib/errors.ts'
import { stringProblem } from '../../lib/text/valid-text.ts'
import type { Context } from '../context.ts'
import { costOf, costProblem } from './cost.ts'
import { LIMITS } from './limits.ts'
import { parseDocument } from './parse-document.ts'
import { validStringsRule } from './rules/valid-string-literals.ts'

const MAX_LENGTH = 20_000
const ROOT_FIELD = 'events'

const RULES = [
  ...specifiedRules,
  maxDepthRule({ n: LIMITS.depth }) as unknown as ValidationRule,
  maxAliasesRule({ n: LIMITS.aliases }) as unknown as ValidationRule,
  validStringsRule,
]

/**
 * Validates a webhook's document (contract 6) and returns it as it is to be stored, or null for none. It must
 * be one subscription to `events` only, valid and within the limits of `/graphql`. It must run without
 * variables and select only what the context's caller may read.
 * @throws AppError UNPROCESSABLE on `document`, with the message of GraphQL and its location in the document
 */
export async function checkDocument(
  schema: GraphQLSchema,
  text: string | null | undefined,
  context: Context,
): Promise<string | null> {
  if (!text?.trim()) return null
  const problem =
    text.length > MAX_LENGTH ? `is too long (maximum is ${MAX_LENGTH} characters)` : stringProblem(text)
  if (problem) throw unprocessable('document', problem)
  const refusal = problemOf(schema, text) ?? (await problemOfAccess(schema, text, context))
  if (refusal === null) return text
  const details = refusal.location && { location: refusal.location }
  throw fieldErrors('UNPROCESSABLE', { document: [refusal.problem] }, details ? { details } : {})
}

/** Reason for which a document is refused, and where in its text. */
type Problem = { problem: string; location?: SourceLocation | undefined }

function problemOf(schema: GraphQLSchema, text: string): Problem | null {
  try {
    const document = parseDocument(text)
    const shape = problemOfShape(document)
    if (shape) return { problem: shape }
    const [error] = validate(schema, document, RULES, { maxErrors: 1 })
    if (error) return refused(error)
    const cost = costOf(schema, document, {}, undefined)
    return cost > LIMITS.cost ? refused({ message: costProblem(cost, LIMITS.cost) }) : null
  } catch (error) {
    if (error instanceof GraphQLError) return refused(error)
    throw error
  }
}

function problemOfShape(document: DocumentNode): string | null {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  if (operations.length !== 1 || operation?.kind !== Kind.OPERATION_DEFINITION)
    return 'must contain exactly one operation'
  if (String(operation.operation) !== 'subscription') return 'must be a subscription'
  const [root, ...others] = operation.selectionSet.selections
  const isPlain = root?.kind === Kind.FIELD && root.name.value === ROOT_FIELD && !root.directives?.length
  if (!isPlain || others.length > 0) return `must select only \`${ROOT_FIELD}\``
  const needed = operation.variableDefinitions?.find(({ defaultValue }) => defaultValue === undefined)
  return needed ? `must give the variable $${needed.variable.name.value} a default value` : null
}

/** Subscribes once as the caller, so that the rules of a socket's subscription apply. */
async function problemOfAccess(
  schema: GraphQLSchema,
  text: string,
  context: Context,
): Promise<Problem | null> {
  const source = await createSourceEventStream({
    schema,
    document: parseDocument(text),
    contextValue: context,
  })
  const [error] = 'errors' in source ? (source.errors ?? []) : []
  if (error?.originalError && !(error.originalError instanceof AppError)) throw error.originalError
  return error ? refused(error) : null
}

const refused = ({ message, locations }: Pick<GraphQLError, 'message'> & Partial<GraphQLError>): Problem => ({
  problem: `is refused: ${message}`,
  location: locations?.[0],
})
