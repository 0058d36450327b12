import type { ErrorRequestHandler, Request } from 'express'
import { AppError } from '../../lib/errors.ts'
import { sendError } from '../../lib/http/respond.ts'
import { sendProblem } from '../../portal/response/refuse-read.ts'

/** Converts an error for the client. Unexpected errors are logged with the id of the request. */
export type ConvertError = (error: unknown, requestId: string) => AppError

/** Paths of programs, which receive JSON also if they accept HTML. */
const API = /^\/(api|graphql|oauth|mcp)(\/|$)/

/**
 * Returns the handler of errors that the routes throw. It sends a page to browsers, and JSON to programs. Express
 * recognizes it by its four parameters.
 */
export function errorHandler(
  convertError: ConvertError,
  site: { readonly publicUrl: string },
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const converted = isBadUrl(error)
      ? new AppError('INVALID_PARAM', 'The address is not valid')
      : convertError(error, String(response.getHeader('X-Request-Id')))
    if (API.test(request.path)) return sendError(response, converted, request.path)
    response.vary('Accept')
    if (!isForBrowser(request)) return sendError(response, converted)
    sendProblem(converted, request, response, new URL(site.publicUrl).pathname.replace(/\/$/, ''))
  }
}

/** Whether a request asks for a page. That of a program that accepts everything does not. */
const isForBrowser = (request: Request) => request.accepts(['json', 'html']) === 'html'

/** Whether Express rejected a URL that cannot be decoded, with an error of status 400. */
const isBadUrl = (error: unknown) =>
  !(error instanceof AppError) && (error as { status?: number }).status === 400
