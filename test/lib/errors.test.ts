import { expect, test } from 'vitest'
import {
  alreadyExists,
  AppError,
  cannotDelete,
  ERROR_KINDS,
  fieldErrors,
  forbidden,
  humanize,
  unprocessable,
  invalidParam,
  missingParam,
  notFound,
  unauthorized,
  unavailable,
} from '../../src/lib/errors.ts'

test.each([
  [missingParam('title'), 'MISSING_PARAM', 422, "Title can't be blank", { title: ["can't be blank"] }],
  [
    missingParam('redirect_uris', 'Redirect URI'),
    'MISSING_PARAM',
    422,
    "Redirect URI can't be blank",
    { redirect_uris: ["can't be blank"] },
  ],
  [
    invalidParam('page', 'must be at least 1'),
    'INVALID_PARAM',
    400,
    'Page must be at least 1',
    { page: ['must be at least 1'] },
  ],
  [invalidParam('page'), 'INVALID_PARAM', 400, 'Page is invalid', { page: ['is invalid'] }],
  [
    unprocessable('parent_id', 'names nothing'),
    'UNPROCESSABLE',
    422,
    'Parent id names nothing',
    { parent_id: ['names nothing'] },
  ],
  [
    alreadyExists('name'),
    'ALREADY_EXISTS',
    422,
    'Name has already been taken',
    { name: ['has already been taken'] },
  ],
  [notFound('thing'), 'NOT_FOUND', 404, 'Thing not found', undefined],
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
  expect(error.message).toBe('Start date is in the past')
  expect(error.fields).toEqual({ startDate: ['is in the past', 'is a Sunday'], mode: ['is unknown'] })
  expect(fieldErrors('INVALID_PARAM', {}).message).toBe('Request is invalid')
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
  ['feature_request_id', 'Feature request id'],
  ['redirectUris', 'Redirect uris'],
  ['tag_ids[]', 'Tag ids'],
  ['x-forwarded', 'X forwarded'],
  ['', ''],
  ['größe', 'Größe'],
])('humanize(%j) returns %j', (name, words) => expect(humanize(name)).toBe(words))
