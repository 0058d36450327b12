import type { ServerResponse } from 'node:http'
import type { AppError } from '../errors.ts'
import { utf8Of } from '../text/utf8.ts'
import { toErrorResponse, type ErrorResponse } from './error-body.ts'
import { toOAuthErrorResponse } from './oauth-error-body.ts'

/** Whether errors of a path have the form of RFC 6749. */
export const isOAuth = (path: string) => path === '/oauth' || path.startsWith('/oauth/')

/** Sends a body that is already JSON, as a string or in UTF-8. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  mediaType = 'application/json',
): void {
  response.statusCode = status
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  response.end(typeof text === 'string' ? utf8Of(text) : text)
}

/** Sends an error in the contract's form, which is that of OAuth for a path below `/oauth/`. */
export function sendError(response: ServerResponse, error: AppError, path = ''): void {
  sendResponse(response, isOAuth(path) ? toOAuthErrorResponse(error) : toErrorResponse(error))
}

/** Sends the status, headers and JSON body of an error. */
export function sendResponse(response: ServerResponse, { status, headers, body }: ErrorResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  sendJson(response, status, JSON.stringify(body))
}
