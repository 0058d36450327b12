import type { RequestHandler } from 'express'
import type { HeaderList } from './security-headers.ts'

/** Sets headers on every response, before anything else does. */
export function responseHeaders(headers: HeaderList): RequestHandler {
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** What carries credentials is stored by nobody (RFC 6749 chapter 5.1). */
export const UNSTORED: HeaderList = [['Cache-Control', 'no-store']]

/** What belongs to a caller is stored by no shared cache, and asked for again before it is used. */
export const PRIVATE: HeaderList = [['Cache-Control', 'private, no-cache']]
