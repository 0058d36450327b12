import { expect, test } from 'vitest'
import {
  alreadyExists,
  AppError,
  cannotDelete,
  containing,
  ERROR_KINDS,
  fieldErrors,
  forbidden,
  unprocessable,
  invalidParam,
  missingParam,
  notFound,
  unauthorized,
  unavailable,
} from '../../src/lib/errors.ts'
import { toErrorResponse } from '../../src/lib/http/error-body.ts'
import { toOAuthErrorResponse } from '../../src/lib/http/oauth-error-body.ts'

test.each([
  [missingParam('title'), 'MISSING_PARAM', 422, `"title" can't be blank.`, { title: ["can't be blank"] }],
  [
    invalidParam('states', 'is no status', containing('foo', 'is not a status')),
    'INVALID_PARAM',
    400,
    '"states" contains "foo", which is not a status.',
    { states: ['is no status'] },
  ],
  [
    invalidParam('page', 'must be at least 1'),
    'INVALID_PARAM',
    400,
    '"page" must be at least 1.',
    { page: ['must be at least 1'] },
  ],
  [invalidParam('page'), 'INVALID_PARAM', 400, '"page" is invalid.', { page: ['is invalid'] }],
  [
    unprocessable('parent_id', 'names nothing'),
    'UNPROCESSABLE',
    422,
    '"parent_id" names nothing.',
    { parent_id: ['names nothing'] },
  ],
  [
    alreadyExists('name'),
    'ALREADY_EXISTS',
    422,
    '"name" has already been taken.',
    { name: ['has already been taken'] },
  ],
  [notFound('Thing'), 'NOT_FOUND', 404, 'Thing not found', undefined],
  [cannotDelete('It is in use'), 'CANNOT_DELETE', 422, 'It is in use', undefined],
  [unauthorized(), 'UNAUTHORIZED', 401, 'API key is invalid', undefined],
  [forbidden(), 'FORBIDDEN', 403, 'Insufficient permissions', undefined],
])('an error has its code, status, message and fields (%#)', (error, code, status, message, fields) => {
  expect(error).toBeInstanceOf(AppError)
  expect({ code: error.code, status: error.status, message: error.message, fields: error.fields }).toEqual({
    code,
    status,
    message,
    fields,
  })
})

test('several problems form one error with the message of the first', () => {
  const error = fieldErrors('UNPROCESSABLE', {
    startDate: ['is in the past', 'is a Sunday'],
    mode: ['is unknown'],
  })
  expect(error.message).toBe('"startDate" is in the past.')
  expect(error.fields).toEqual({ startDate: ['is in the past', 'is a Sunday'], mode: ['is unknown'] })
  expect(fieldErrors('INVALID_PARAM', {}).message).toBe('"request" is invalid.')
})

test('every kind has a 4xx or 5xx status and a REST name, and impossible values share the name of invalid ones', () => {
  for (const { status, rest } of Object.values(ERROR_KINDS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(rest).toMatch(/^ERROR_CODE_[A-Z_]+$/)
  }
  expect(ERROR_KINDS.UNPROCESSABLE).toEqual({ status: 422, rest: 'ERROR_CODE_INVALID_PARAM' })
})

test('an unavailable service returns when to retry', () => {
  expect(unavailable('Draining', 3)).toMatchObject({ status: 503, retryAfter: 3 })
})

test.each([
  ['foo', 'contains "foo", which is unknown'],
  [7, 'contains 7, which is unknown'],
  [null, 'contains a value that is unknown'],
  [{ a: 1 }, 'contains a value that is unknown'],
  ['x'.repeat(99), 'contains a value that is unknown'],
])('a list with the item %j has a predicate', (item, predicate) =>
  expect(containing(item, 'is unknown')).toBe(predicate),
)

test('a message ends with one period', () => {
  expect(unprocessable('document', 'is refused: Did you mean "id"?').message).toBe(
    '"document" is refused: Did you mean "id"?',
  )
  expect(unprocessable('document', 'is refused: Unknown field.').message).toBe(
    '"document" is refused: Unknown field.',
  )
})

test('a REST body names the fields as its client sends them', () => {
  const error = fieldErrors('INVALID_PARAM', { createdFrom: ['is invalid'], 'ALLOW-PRIVATE': ['is invalid'] })
  expect(toErrorResponse(error, { fields: { createdFrom: 'from_date' } }).body).toMatchObject({
    message: '"from_date" is invalid.',
    errors: { from_date: ['is invalid'], 'ALLOW-PRIVATE': ['is invalid'] },
  })
  expect(toErrorResponse(invalidParam('homePage')).body.message).toBe('"home_page" is invalid.')
})

test('a REST body keeps the messages that contracts 2 and 3 fix', () => {
  expect(toErrorResponse(missingParam('title')).body.message).toBe("Title can't be blank")
  expect(toErrorResponse(invalidParam('email')).body.message).toBe('Email is invalid')
})

test('an error description has the characters of RFC 6749', () => {
  const error = invalidParam('redirectUris', 'is invalid', containing('größe\\', 'is not a URI'))
  expect(toOAuthErrorResponse(error).body).toMatchObject({
    message: '"redirect_uris" contains "größe\\\\", which is not a URI.',
    error_description: "'redirect_uris' contains 'gr??e??', which is not a URI.",
  })
})
