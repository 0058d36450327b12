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
  PRECONDITION_FAILED: { status: 412, rest: 'ERROR_CODE_PRECONDITION_FAILED' },
  PAYLOAD_TOO_LARGE: { status: 413, rest: 'ERROR_CODE_PAYLOAD_TOO_LARGE' },
  URI_TOO_LONG: { status: 414, rest: 'ERROR_CODE_URI_TOO_LONG' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, rest: 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE' },
  EXPECTATION_FAILED: { status: 417, rest: 'ERROR_CODE_EXPECTATION_FAILED' },
  MISSING_PARAM: { status: 422, rest: 'ERROR_CODE_MISSING_PARAM' },
  UNPROCESSABLE: { status: 422, rest: 'ERROR_CODE_INVALID_PARAM' },
  ALREADY_EXISTS: { status: 422, rest: 'ERROR_CODE_ALREADY_EXISTS' },
  CANNOT_DELETE: { status: 422, rest: 'ERROR_CODE_CANNOT_DELETE' },
  RATE_LIMITED: { status: 429, rest: 'ERROR_CODE_RATE_LIMITED' },
  LIMIT_EXCEEDED: { status: 429, rest: 'ERROR_CODE_RATE_LIMITED' },
  HEADERS_TOO_LARGE: { status: 431, rest: 'ERROR_CODE_HEADERS_TOO_LARGE' },
  INTERNAL: { status: 500, rest: 'ERROR_CODE_INTERNAL' },
  UNAVAILABLE: { status: 503, rest: 'ERROR_CODE_UNAVAILABLE' },
} as const

export type ErrorCode = keyof typeof ERROR_KINDS
export type FieldProblems = Record<string, string[]>

/** A field and its predicate, which together are the message. */
type Subject = { field: string; predicate: string }

interface ErrorExtras {
  /** Problems by field. Each is a predicate such as "can't be blank". */
  fields?: FieldProblems
  /** Field that the message names. Its name in the message is the one that the client sent. */
  subject?: Subject
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
  readonly subject?: Subject
  readonly retryAfter?: number
  readonly details?: Record<string, unknown>

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = ERROR_KINDS[code].status
    if (extras.fields) this.fields = extras.fields
    if (extras.subject) this.subject = extras.subject
    if (extras.retryAfter !== undefined) this.retryAfter = extras.retryAfter
    if (extras.details) this.details = extras.details
  }
}

/** A required value is missing or blank: 422, `"title" can't be blank.`. */
export function missingParam(field: string): AppError {
  return fieldErrors('MISSING_PARAM', { [field]: ["can't be blank"] })
}

/**
 * A value of the wrong type or outside its range: 400, `"page" is invalid.`. `predicate` replaces the problem
 * in the message.
 */
export function invalidParam(field: string, problem = 'is invalid', predicate?: string): AppError {
  return fieldErrors('INVALID_PARAM', { [field]: [problem] }, { predicate })
}

/**
 * A well-formed value that cannot be processed: 422, `"date" must be in the future.`. `predicate` replaces the
 * problem in the message.
 */
export function unprocessable(field: string, problem: string, predicate?: string): AppError {
  return fieldErrors('UNPROCESSABLE', { [field]: [problem] }, { predicate })
}

/** A value that must be unique is in use: 422. */
export function alreadyExists(field: string, problem = 'has already been taken'): AppError {
  return fieldErrors('ALREADY_EXISTS', { [field]: [problem] })
}

/**
 * Combines several problems into one error of the kind `code`. Its message is the first problem, or its
 * `predicate`.
 */
export function fieldErrors(
  code: ErrorCode,
  fields: FieldProblems,
  { predicate, details }: { predicate?: string | undefined; details?: Record<string, unknown> } = {},
): AppError {
  const [field, problems] = Object.entries(fields)[0] ?? ['request', []]
  return subjectError(
    code,
    { field, predicate: predicate ?? problems[0] ?? 'is invalid' },
    { fields, ...(details && { details }) },
  )
}

/** Returns an error whose message is a sentence about a field, such as `"code" is missing.`. */
export function subjectError(code: ErrorCode, subject: Subject, extras: ErrorExtras = {}): AppError {
  return new AppError(code, subjectMessage(subject), { ...extras, subject })
}

/** Returns the sentence about a field, with its name in quotes. */
export const subjectMessage = ({ field, predicate }: Subject) => endSentence(`"${field}" ${predicate}`)

const MAX_SHOWN = 100

/**
 * Returns a predicate for a list with an invalid item, such as `contains "foo", which is unknown`. A long text
 * and an object are not shown.
 */
export function containing(item: unknown, problem: string): string {
  const shown = typeof item === 'object' ? null : JSON.stringify(item)
  return shown === null || shown.length > MAX_SHOWN
    ? `contains a value that ${problem}`
    : `contains ${shown}, which ${problem}`
}

/** Ends a text with a period unless it has an end. */
const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** No object that the caller can see has this name: 404, "<Noun> not found". */
export function notFound(noun: string): AppError {
  return new AppError('NOT_FOUND', `${noun} not found`)
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

/**
 * A person without the role for an operation: 403. GraphQL adds `needs` to the message, such as `a team member`. REST
 * does not, because existing clients depend on its message.
 */
export function missingRole(needs: string): AppError {
  return new AppError('FORBIDDEN', 'Insufficient permissions', { details: { needs } })
}

/** An OAuth token lacks a scope: 403, with its own body (contract 1). Its details have the scope. */
export function missingScope(scope: string): AppError {
  return new AppError('MISSING_SCOPE', `Missing required OAuth scope: ${scope}`, { details: { scope } })
}

/** The service is temporarily unavailable: 503. `retryAfter` is in seconds. */
export function unavailable(message = 'The service is temporarily unavailable', retryAfter = 5): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfter })
}

/** The caller must wait: 429. `seconds` is the delay, which is rounded up to at least one second. */
export function tooManyRequests(message: string, seconds: number): AppError {
  return new AppError('RATE_LIMITED', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
}

/** The organization or the person has too much of something for now: 429. `seconds` is as for `tooManyRequests`. */
export function limitExceeded(message: string, seconds: number): AppError {
  return new AppError('LIMIT_EXCEEDED', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
}
