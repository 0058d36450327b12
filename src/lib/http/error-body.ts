import type { AppError } from '../errors.ts'
import { ERROR_KINDS, subjectMessage, type FieldProblems } from '../errors.ts'
import { snakeCase } from '../text/case.ts'

export type ErrorResponse = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** Names of fields in a REST request. */
export type FieldNames = {
  /** REST names of fields that are not their snake case. */
  fields?: Record<string, string> | undefined
  /** Names that the client sent instead, by REST name. */
  sent?: Record<string, string> | undefined
}

/**
 * Converts an error to the error body of contract 2, with fields under their REST names.
 * Unexpected errors are converted to INTERNAL by the caller.
 */
export function toErrorResponse(error: AppError, names: FieldNames = {}): ErrorResponse {
  const { status, message, code } = error
  const headers: Record<string, string> =
    error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
  if (typeof error.details?.challenge === 'string') headers['WWW-Authenticate'] = error.details.challenge
  // Existing clients require exactly these fields.
  if (code === 'MISSING_SCOPE') return { status, headers, body: { message, status, success: false } }
  const problems = withRestNames(error, names)
  return { status, headers, body: { success: false, status, error: ERROR_KINDS[code].rest, ...problems } }
}

/** Returns the message of an error and, if fields are invalid, their problems, under the REST names. */
export function withRestNames(
  { message, subject, fields }: AppError,
  { fields: renamed = {}, sent = {} }: FieldNames,
): { message: string; errors?: FieldProblems } {
  const name = subject && restName(subject.field, renamed)
  return {
    message: name
      ? restMessage(subjectMessage({ field: sent[name] ?? name, predicate: restNouns(subject.predicate) }))
      : restNouns(message),
    ...(fields && { errors: renameFields(fields, renamed) }),
  }
}

/** Messages in the words that contracts 2 and 3 fix, by the message that they replace. */
const FIXED_MESSAGES = new Map([
  [`"title" can't be blank.`, "Title can't be blank"],
  ['"email" is invalid.', 'Email is invalid'],
])

/** Returns the message of an invalid field for a REST body. */
export const restMessage = (message: string): string => FIXED_MESSAGES.get(message) ?? message

function renameFields(fields: FieldProblems, renamed: Record<string, string>): FieldProblems {
  return Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [restName(field, renamed), problems.map(restNouns)]),
  )
}

/** Returns a text that calls a post a feature request, as REST does. Texts in quotes and scopes are unchanged. */
const restNouns = (text: string): string =>
  text.replace(/"[^"]*"|\bpost(?=s?\b)(?!s?:)/gi, (word) => NOUNS[word] ?? word)

const NOUNS: Record<string, string> = { post: 'feature request', Post: 'Feature request' }

/** Names of headers remain unchanged. REST has neither `filter` nor `request`: their fields are parameters. */
function restName(field: string, renamed: Record<string, string>): string {
  const name = field.replace(/^(filter|request)\./, '')
  return renamed[field] ?? renamed[name] ?? (/^[a-z]/.test(name) ? snakeCase(name) : name)
}
