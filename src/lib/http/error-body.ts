import type { AppError } from '../errors.ts'
import { ERROR_KINDS, humanize, type FieldProblems } from '../errors.ts'

export type ErrorResponse = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/**
 * Converts an error to the error body of contract 2, with fields under their REST names.
 * Unexpected errors are converted to INTERNAL by the caller.
 */
export function toErrorResponse(error: AppError, renamed: Record<string, string> = {}): ErrorResponse {
  const { status, message, code } = error
  const headers: Record<string, string> =
    error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
  if (typeof error.details?.challenge === 'string') headers['WWW-Authenticate'] = error.details.challenge
  // Existing clients require exactly these fields.
  if (code === 'MISSING_SCOPE') return { status, headers, body: { message, status, success: false } }
  const problems = withRestNames(error, renamed)
  return { status, headers, body: { success: false, status, error: ERROR_KINDS[code].rest, ...problems } }
}

/** Returns the message of an error and, if fields are invalid, their problems under the REST names. */
export function withRestNames(
  error: AppError,
  renamed: Record<string, string> = {},
): { message: string; errors?: FieldProblems } {
  if (!error.fields) return { message: error.message }
  const errors = renameFields(error.fields, renamed)
  return { message: sentence(error, errors), errors }
}

function renameFields(fields: FieldProblems, renamed: Record<string, string>): FieldProblems {
  return Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [
      renamed[field] ?? (/^[a-z]/.test(field) ? snakeCase(field) : field),
      problems,
    ]),
  )
}

/** Rebuilds the message if its field has another REST name. */
function sentence(error: AppError, fields: FieldProblems): string {
  const [before] = Object.keys(error.fields ?? {})
  const [after] = Object.keys(fields)
  if (before === after || before === undefined || after === undefined) return error.message
  return error.message === `${humanize(before)} ${fields[after]?.[0]}`
    ? `${humanize(after)} ${fields[after]?.[0]}`
    : error.message
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
