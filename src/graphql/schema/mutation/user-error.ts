import { AppError, subjectMessage, type ErrorCode } from '../../../lib/errors.ts'
import { builder } from '../../builder.ts'
import { enumType } from '../enum.ts'

const DESCRIPTIONS: Record<ErrorCode, string> = {
  INVALID_FORMAT: 'The request is not in the expected format.',
  INVALID_PARAM: 'A value has the wrong type or is outside its range.',
  UNAUTHORIZED: 'The credential is missing or invalid.',
  MISSING_SCOPE: 'The OAuth token lacks a scope.',
  FORBIDDEN: 'The credential does not permit this.',
  NOT_FOUND: 'The object does not exist, or the caller cannot see it.',
  METHOD_NOT_ALLOWED: 'The HTTP method is not supported here.',
  REQUEST_TIMEOUT: 'The request was not received in time.',
  CONFLICT: 'The object has changed, or its state does not permit this.',
  PRECONDITION_FAILED: 'The object is not the one that `If-Match` names.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URI_TOO_LONG: 'The URL is too long.',
  UNSUPPORTED_MEDIA_TYPE: 'The media type is not supported.',
  EXPECTATION_FAILED: 'The `Expect` header cannot be met.',
  MISSING_PARAM: 'A required value is missing or blank.',
  UNPROCESSABLE: 'A well-formed value cannot be processed.',
  ALREADY_EXISTS: 'A value that must be unique is in use.',
  CANNOT_DELETE: 'The object is in use.',
  RATE_LIMITED: 'Too many requests. `extensions.retryAfter` is in seconds.',
  LIMIT_EXCEEDED:
    'A limit of the organization or of the person is reached for now. `retryAfter` is in seconds.',
  HEADERS_TOO_LARGE: 'The request headers are too large.',
  INTERNAL: 'An unexpected error of the service.',
  UNAVAILABLE: 'The service is temporarily unavailable. `extensions.retryAfter` is in seconds.',
}

const ErrorCodeRef = enumType(
  'ErrorCode',
  'Code of an error, both in `UserError.code` and in `extensions.code` of top-level errors.',
  DESCRIPTIONS,
)

/** An expected refusal of a mutation. */
export type UserError = {
  code: ErrorCode
  message: string
  field: string[] | null
  problem: string | null
  retryAfter?: number | undefined
}

export const UserErrorRef = builder.objectRef<UserError>('UserError').implement({
  description: 'Reason for which a mutation changed nothing.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeRef, description: 'Kind of the error.' }),
    message: t.exposeString('message', { description: 'Message for people.' }),
    field: t.exposeStringList('field', {
      nullable: true,
      description: 'Path of the invalid value below `input`. Null for an error of the whole input.',
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description:
        "Problem of the field as a predicate, such as `can't be blank`, to show beside it. Null without a field.",
    }),
    retryAfter: t.exposeInt('retryAfter', {
      nullable: true,
      description: 'Seconds after which a retry may succeed. Null if it does not depend on time.',
    }),
  }),
})

/** Codes of refusals that a client can expect. Errors of credentials, limits and faults stay errors. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set([
  'INVALID_PARAM',
  'MISSING_PARAM',
  'UNPROCESSABLE',
  'ALREADY_EXISTS',
  'CANNOT_DELETE',
  'NOT_FOUND',
  'CONFLICT',
  'LIMIT_EXCEEDED',
])

/** Converts an expected refusal to one error for each problem of a field. Returns null for other errors. */
export function toUserErrors(error: unknown): UserError[] | null {
  if (!(error instanceof AppError) || !isExpected(error)) return null
  const { code, message, fields, subject, retryAfter } = error
  const problems = Object.entries(fields ?? {}).flatMap(([field, predicates]) =>
    predicates.map((predicate) => ({ field, predicate })),
  )
  if (problems.length === 0)
    return [{ code, message, field: subject ? pathOf(subject.field) : null, problem: null, retryAfter }]
  return problems.map(({ field, predicate }, index) => ({
    code,
    // The message of the error is that of its first problem.
    message: index === 0 ? message : subjectMessage({ field, predicate }),
    field: pathOf(field),
    problem: predicate,
  }))
}

/** `access_denied` refuses a consent, and not the credential of the request. */
const isExpected = ({ code, details }: AppError) => EXPECTED.has(code) || details?.oauth === 'access_denied'

const pathOf = (field: string) => field.split('.')
