import type { Response } from 'express'
import type { RequestListener } from 'node:http'
import { sendError } from '../../../lib/http/respond.ts'
import { AppError } from '../../../lib/errors.ts'
import { sendErrors } from '../../graphql/send-response.ts'
import { maskError } from '../../graphql/mask-error.ts'
import type { MeasureRequest } from '../../metrics/request-durations.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { hasBody } from './has-body.ts'
import { UNSTORED } from './response-headers.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'

/**
 * Rejects a request with an expectation other than `100-continue`, with the error format of its path (RFC
 * 9110 section 10.1.1). Its body is not read, because the client may wait for a response before sending it.
 * The connection of a request with a body is closed.
 */
export function rejectExpectation(secure: HeaderList, measureRequest: MeasureRequest): RequestListener {
  return (request, response) => {
    measureRequest(request, response)
    const headers = [...secure, ...UNSTORED, ['X-Request-Id', requestIdOf(request.headers)] as const]
    for (const [name, value] of headers) response.setHeader(name, value)
    if (hasBody(request)) response.setHeader('Connection', 'close')
    const [path = ''] = (request.url ?? '').split('?')
    const error = new AppError('EXPECTATION_FAILED', 'Only the expectation 100-continue is supported')
    if (path === '/graphql') sendErrors(response as Response, [maskError(error, () => {})])
    else sendError(response, error, path)
  }
}
