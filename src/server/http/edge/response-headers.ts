import type { RequestHandler } from 'express'
import type { HeaderList } from '../../../lib/http/header-list.ts'

/** Sets headers on every response, before any other handler. */
export function responseHeaders(headers: HeaderList): RequestHandler {
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** Responses with credentials must not be stored (RFC 6749 section 5.1). */
export const UNSTORED: HeaderList = [['Cache-Control', 'no-store']]

/** Responses for one caller must not be stored by shared caches, and must be revalidated before reuse. */
export const PRIVATE: HeaderList = [['Cache-Control', 'private, no-cache']]
