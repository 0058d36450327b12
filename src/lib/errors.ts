/**
 * All kinds of errors by their GraphQL code, with the HTTP status and the code of a REST error body (contract
 * 2).
 */
export const ERROR_KINDS = {
  INVALID_FORMAT: { status: 400, rest: 'ERROR_CODE_INVALID_FORMAT' },
  INVALID_PARAM: { status: 400, rest: 'ERROR_CODE_INVALID_PARAM' },
  UNAUTHORIZED: { status: 401, rest: 'ERROR_CODE_UNAUTHORIZED' },
  MISSING_SCOPE: { status: 403, rest: 'ERROR_CODE_FORBIDDEN' },
  FORBIDDEN: { status: 403, rest: 'ERROR_CODE_FORBIDDEN' },
  NOT_FOUND: { status: 404, rest: 'ERROR_CODE_NOT_FOUND' },
  METHOD_NOT_ALLOWED: { status: 405, rest: 'ERROR_CODE_METHOD_NOT_ALLOWED' },
  REQUEST_TIMEOUT: { status: 408, rest: 'ERROR_CODE_REQUEST_TIMEOUT' },
  CONFLICT: { status: 409, rest: 'ERROR_CODE_CONFLICT' },
  PAYLOAD_TOO_LARGE: { status: 413, rest: 'ERROR_CODE_PAYLOAD_TOO_LARGE' },
  URI_TOO_LONG: { status: 414, rest: 'ERROR_CODE_URI_TOO_LONG' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, rest: 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE' },
  EXPECTATION_FAILED: { status: 417, rest: 'ERROR_CODE_EXPECTATION_FAILED' },
  MISSING_PARAM: { status: 422, rest: 'ERROR_CODE_MISSING_PARAM' },
  UNPROCESSABLE: { status: 422, rest: 'ERROR_CODE_INVALID_PARAM' },
  ALREADY_EXISTS: { status: 422, rest: 'ERROR_CODE_ALREADY_EXISTS' },
  CANNOT_DELETE: { status: 422, rest: 'ERROR_CODE_CANNOT_DELETE' },
  RATE_LIMITED: { status: 429, rest: 'ERROR_CODE_RATE_LIMITED' },
  HEADERS_TOO_LARGE: { status: 431, rest: 'ERROR_CODE_HEADERS_TOO_LARGE' },
  INTERNAL: { status: 500, rest: 'ERROR_CODE_INTERNAL' },
  UNAVAILABLE: { status: 503, rest: 'ERROR_CODE_UNAVAILABLE' },
} as const

export type ErrorCode = keyof typeof ERROR_KINDS
export type FieldProblems = Record<string, string[]>

interface ErrorExtras {
  /** Problems by field. Each is a predicate such as "can't be blank". */
  fields?: FieldProblems
  /** Seconds after which a retry may succeed, an integer. */
  retryAfter?: number
  /** Further data for error presenters. Not part of a response as such. */
  details?: Record<string, unknown>
}

/**
 * An error that the client may see. Any other error is unexpected. It is masked in the response and logged.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields?: FieldProblems
  readonly retryAfter?: number
  readonly details?: Record<string, unknown>

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = ERROR_KINDS[code].status
    if (extras.fields) this.fields = extras.fields
    if (extras.retryAfter !== undefined) this.retryAfter = extras.retryAfter
    if (extras.details) this.details = extras.details
  }
}

/**
 * A required value is missing or blank: 422, "Title can't be blank". `label` replaces the field's name in the
 * message.
 */
export function missingParam(field: string, label = humanize(field)): AppError {
  return new AppError('MISSING_PARAM', `${label} can't be blank`, { fields: { [field]: ["can't be blank"] } })
}

/** A value of the wrong type or outside its range: 400, "Page is invalid". */
export function invalidParam(field: string, problem = 'is invalid'): AppError {
  return fieldErrors('INVALID_PARAM', { [field]: [problem] })
}

/** A well-formed value that cannot be processed: 422, "Date must be in the future". */
export function unprocessable(field: string, problem = 'is invalid'): AppError {
  return fieldErrors('UNPROCESSABLE', { [field]: [problem] })
}

/** A value that must be unique is in use: 422. */
export function alreadyExists(field: string, problem = 'has already been taken'): AppError {
  return fieldErrors('ALREADY_EXISTS', { [field]: [problem] })
}

/** Combines several problems into one error of the kind `code`. Its message is the first problem. */
export function fieldErrors(code: ErrorCode, fields: FieldProblems): AppError {
  const [field, problems] = Object.entries(fields)[0] ?? ['request', []]
  return new AppError(code, `${humanize(field)} ${problems[0] ?? 'is invalid'}`, { fields })
}

/** No object that the caller can see has this name: 404, "<Noun> not found". */
export function notFound(noun: string): AppError {
  return new AppError('NOT_FOUND', `${humanize(noun)} not found`)
}

/** The object is still in use: 422. */
export function cannotDelete(message: string): AppError {
  return new AppError('CANNOT_DELETE', message)
}

/** A missing or invalid credential: 401. */
export function unauthorized(message = 'API key is invalid'): AppError {
  return new AppError('UNAUTHORIZED', message)
}

/** A valid credential without the permission: 403. */
export function forbidden(message = 'Insufficient permissions'): AppError {
  return new AppError('FORBIDDEN', message)
}

/** An OAuth token lacks a scope: 403, with its own body (contract 1). */
export function missingScope(scope: string): AppError {
  return new AppError('MISSING_SCOPE', `Missing required OAuth scope: ${scope}`)
}

/** The service is temporarily unavailable: 503. `retryAfter` is in seconds. */
export function unavailable(message = 'The service is temporarily unavailable', retryAfter = 5): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfter })
}

/**
 * Formats a field's name as the start of a sentence: `redirect_uri`, `redirectUri` and `redirect-uri[]`
 * become "Redirect uri".
 */
export function humanize(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
