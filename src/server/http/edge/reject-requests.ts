import type { Response } from 'express'
import type { RequestListener } from 'node:http'
import { sendError } from '../../../lib/http/respond.ts'
import { AppError, type ErrorCode } from '../../../lib/errors.ts'
import { sendErrors } from '../../graphql/send-response.ts'
import { maskError } from '../../graphql/mask-error.ts'
import type { MeasureRequest } from '../../metrics/request-durations.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { hasBody } from './has-body.ts'
import { UNSTORED } from './response-headers.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'

type Answers = { secure: HeaderList; measureRequest: MeasureRequest }

/** Rejects a request with an expectation other than `100-continue` (RFC 9110 section 10.1.1). */
export const rejectExpectation = (answers: Answers): RequestListener =>
  rejectWith(answers, 'EXPECTATION_FAILED', 'Only the expectation 100-continue is supported')

/**
 * Passes requests to a listener, except those of HTTP/1.1 without the header `Host` (RFC 9112 section 3.2). The server
 * must leave them to this listener, because its own response has neither a body nor a request id.
 */
export function requireHost(answers: Answers, next: RequestListener): RequestListener {
  const reject = rejectWith(answers, 'INVALID_FORMAT', 'The header Host is missing')
  return (request, response) =>
    (request.httpVersion === '1.1' && request.headers.host === undefined ? reject : next)(request, response)
}

/**
 * Rejects a request with the error format of its path. Its body is not read, because the client may wait for a
 * response before sending it. The connection of a request with a body is closed.
 */
function rejectWith({ secure, measureRequest }: Answers, code: ErrorCode, message: string): RequestListener {
  return (request, response) => {
    measureRequest(request, response)
    const headers = [...secure, ...UNSTORED, ['X-Request-Id', requestIdOf(request.headers)] as const]
    for (const [name, value] of headers) response.setHeader(name, value)
    if (hasBody(request)) response.setHeader('Connection', 'close')
    const [path = ''] = (request.url ?? '').split('?')
    const error = new AppError(code, message)
    if (path === '/graphql') sendErrors(response as Response, [maskError(error, () => {})])
    else sendError(response, error, path)
  }
}
