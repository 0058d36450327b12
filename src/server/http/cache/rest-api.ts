import type { IncomingMessage } from 'node:http'
import { toErrorResponse } from '../../../lib/http/error-body.ts'
import { PRIVATE } from '../edge/response-headers.ts'
import type { Api } from './api.ts'
import { restKey } from './rest-key.ts'

/** Returns the reads of the REST API as the cache answers them. */
export const restApi = (originOf: (request: IncomingMessage) => string): Api => ({
  name: 'rest',
  findKey: ({ caller, request }) => restKey(caller, originOf(request), request),
  typeOf: () => 'application/json; charset=utf-8',
  headersOf: () => PRIVATE,
  tagOf: (_request, tag) => tag,
  isAnsweredUnstored: true,
  charge: () => undefined,
  endOf: () => undefined,
  errorOf(error) {
    const { status, headers, body } = toErrorResponse(error)
    return { status, headers: [...PRIVATE, ...Object.entries(headers)], text: JSON.stringify(body) }
  },
})
