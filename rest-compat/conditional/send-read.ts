import type { Request, Response } from 'express'
import { assertMatch, matchesNone } from '../../src/lib/http/entity-tag.ts'
import { sendJson } from '../../src/lib/http/respond.ts'

/**
 * Sends a read with its tag. A client that has these bytes receives 304 without them (RFC 9110 section 15.4.5).
 * @throws AppError PRECONDITION_FAILED if `If-Match` names other tags
 */
export function sendRead(
  { headers }: Request,
  response: Response,
  { status, tag, link, body }: { status: number; tag: string; link: string | null; body: Buffer },
): void {
  assertMatch(headers['if-match'], [tag])
  if (matchesNone(headers['if-none-match'], tag)) return sendUnchanged(response, tag)
  response.setHeader('ETag', tag)
  if (link !== null) response.setHeader('Link', link)
  sendJson(response, status, body)
}

/** Sends 304 with the tag of the response that the client has. */
export function sendUnchanged(response: Response, tag: string): void {
  response.setHeader('ETag', tag)
  response.statusCode = 304
  response.end()
}
