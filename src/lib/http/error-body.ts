import type { AppError } from '../errors.ts'
import { ERROR_KINDS, humanize, type FieldProblems } from '../errors.ts'

export type ErrorResponse = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/**
 * The error body of the contract's chapter 2 for a refusal; fields under their REST names.
 * Surprises are not for here: they are INTERNAL before they arrive.
 */
export function toErrorResponse(error: AppError, renamed: Record<string, string> = {}): ErrorResponse {
  const { status, message, code } = error
  const headers: Record<string, string> =
    error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
  if (typeof error.details?.challenge === 'string') headers['WWW-Authenticate'] = error.details.challenge
  // The one body that is not a superset of the others, as existing clients know it.
  if (code === 'MISSING_SCOPE') return { status, headers, body: { message, status, success: false } }
  const problems = withRestNames(error, renamed)
  return { status, headers, body: { success: false, status, error: ERROR_KINDS[code].rest, ...problems } }
}

/** A refusal's message and its problems by field, as far as fields are at fault, under their REST names. */
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

/** The message again when its field has another name here. */
function sentence(error: AppError, fields: FieldProblems): string {
  const [before] = Object.keys(error.fields ?? {})
  const [after] = Object.keys(fields)
  if (before === after || before === undefined || after === undefined) return error.message
  return error.message === `${humanize(before)} ${fields[after]?.[0]}`
    ? `${humanize(after)} ${fields[after]?.[0]}`
    : error.message
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
