import type { RequestHandler } from 'express'
import { isMultipart } from '../../src/lib/http/multipart-body.ts'
import type { Route } from '../endpoint.ts'
import type { Gateway } from '../../src/graphql/execution/gateway.ts'
import { handle } from '../handle-request.ts'
import { receiveFile } from './receive-file.ts'

const ACCEPTED = 202

/**
 * Returns the handler of a route, which passes requests with a form to the endpoint `upload` of the route's endpoint,
 * if it has one.
 */
export function withUploads(
  [method, path, credential, { upload }]: Route,
  gateway: Gateway,
  handler: RequestHandler,
): RequestHandler {
  if (!upload) return handler
  const uploads = handle({
    route: [method, path, credential, upload],
    read: ({ body }) => body,
    status: ACCEPTED,
    objectRead: null,
    isObjectRead: false,
    gateway,
    receive: receiveFile(upload),
  })
  return (request, response, next) =>
    isMultipart(request) ? uploads(request, response) : handler(request, response, next)
}
