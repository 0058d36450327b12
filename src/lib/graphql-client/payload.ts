import { AppError, notFound, type ErrorCode, type FieldProblems } from '../errors.ts'
import { graphql } from './graphql.ts'

/** Fields of an error in the payload of a mutation. */
export const USER_ERROR = graphql(/* GraphQL */ `
  fragment userError on UserError {
    code
    message
    field
    problem
    retryAfter
  }
`)

/** Fields of `OAuthError` in the payload of a mutation of OAuth. */
type OAuthError = { code: string } | null | undefined

type UserError = {
  code: ErrorCode
  message: string
  field: string[] | null
  problem: string | null
  retryAfter: number | null
}

/**
 * Checks the result of an operation. `object` is the noun of an object that the operation must find.
 * @throws AppError NOT_FOUND for a root field that is null, and the error of a payload with errors
 */
export function assertSucceeded(data: Record<string, unknown>, object: string | undefined): void {
  for (const root of Object.values(data)) {
    if (root === null && object !== undefined) throw notFound(object)
    const { errors, oauthError } = (root ?? {}) as { errors?: UserError[]; oauthError?: OAuthError }
    const [first] = errors ?? []
    if (first && 'code' in first) throw toError(first, errors ?? [], oauthError)
  }
}

/** Returns the error with the problems of all, whose message is that of the first. */
function toError(
  { code, message, field, retryAfter }: UserError,
  errors: readonly UserError[],
  oauthError: OAuthError,
): AppError {
  const details = oauthError && { details: { oauth: oauthError.code.toLowerCase() } }
  if (!field) return new AppError(code, message, { ...details, ...(retryAfter !== null && { retryAfter }) })
  const name = field.join('.')
  const quoted = `"${name}" `
  const fields = problemsOf(errors)
  return new AppError(code, message, {
    ...details,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(message.startsWith(quoted) && { subject: { field: name, predicate: message.slice(quoted.length) } }),
  })
}

/** Returns the problems of each field, as `AppError` holds them. */
function problemsOf(errors: readonly UserError[]): FieldProblems {
  const problems: FieldProblems = {}
  for (const { field, problem } of errors)
    if (field && problem) (problems[field.join('.')] ??= []).push(problem)
  return problems
}
