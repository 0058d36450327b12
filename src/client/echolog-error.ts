import type { components } from '../../openapi/types.ts'
import { ERROR_KINDS, type ErrorCode as GraphQLCode } from '../lib/errors.ts'

/** Code of an error (contract 2.7), or one that a later version of the service adds. */
export type ErrorCode = components['schemas']['Error']['error'] | `ERROR_CODE_${string}`

/** Properties of a failure. */
type Failure = {
  status: number
  code: ErrorCode
  message: string
  /** Problems by field. */
  fields?: Record<string, string[]>
  requestId?: string | null
  /** Seconds after which a repetition may succeed. */
  retryAfter?: number | null
  cause?: unknown
}

/** A refusal or a failure that the service reports. */
export class EchologError extends Error {
  override readonly name = 'EchologError'
  /** Status of the response, or the one that REST would answer. 0 without a response. */
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string[]>
  /** `X-Request-Id` of the response, which finds the request in the log of the service. Null without one. */
  readonly requestId: string | null
  /** Seconds after which a repetition may succeed. Null if the service names none. */
  readonly retryAfter: number | null

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? {} : { cause: failure.cause })
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.requestId = failure.requestId ?? null
    this.retryAfter = failure.retryAfter ?? null
  }
}

/** A response with what it contained: `data`, or `error`. */
type Result = { data?: unknown; error?: unknown; response: Response }

/**
 * Returns the data of a result of REST or GraphQL.
 * @throws EchologError for a result with an error
 */
export function dataOf<Given extends Result>(result: Given): Extract<Given, { error?: undefined }>['data'] {
  const { data, error, response } = result
  if (error === undefined && response.ok) return data
  throw errorOf(error, response)
}

/** Returns the error of a response as an exception, also if its body is not from the service. */
export function errorOf(body: unknown, response: Response): EchologError {
  if (body instanceof EchologError) return body
  const { message, error, errors, error_description } = fieldsOf(body)
  const isOAuth = typeof error_description === 'string'
  return new EchologError({
    status: response.status,
    code: typeof error === 'string' && !isOAuth ? (error as ErrorCode) : codeOfStatus(response.status),
    message: typeof message === 'string' ? message : `The response has the status ${response.status}`,
    fields: (errors ?? {}) as Record<string, string[]>,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    cause: body,
  })
}

/** An error of a GraphQL response. */
export type GraphQLFailure = {
  message: string
  path?: readonly (string | number)[]
  extensions?: Record<string, unknown>
}

/** Returns the first of the errors of a GraphQL response as an exception, with all of them as its cause. */
export function graphqlError(errors: readonly GraphQLFailure[], response?: Response): EchologError {
  const [{ message, extensions = {} } = { message: 'The response has no data' }] = errors
  const code = typeof extensions.code === 'string' ? extensions.code : 'INTERNAL'
  const kind = ERROR_KINDS[code as GraphQLCode] as (typeof ERROR_KINDS)[GraphQLCode] | undefined
  return new EchologError({
    status: typeof extensions.status === 'number' ? extensions.status : (kind?.status ?? 500),
    code: kind?.rest ?? `ERROR_CODE_${code}`,
    message,
    requestId: response?.headers.get('X-Request-Id') ?? null,
    retryAfter: secondsOf(response?.headers.get('Retry-After') ?? null),
    cause: errors,
  })
}

const codeOfStatus = (status: number): ErrorCode =>
  Object.values(ERROR_KINDS).find((kind) => kind.status === status)?.rest ?? 'ERROR_CODE_INTERNAL'

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const secondsOf = (header: string | null) => (header !== null && /^\d+$/.test(header) ? Number(header) : null)
