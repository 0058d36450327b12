import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Caller } from '../../auth/caller.ts'
import { inShare } from '../../db/sharing/connection-share.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { createTally } from '../../lib/concurrency/tally.ts'
import { AppError, tooManyRequests, unprocessable } from '../../lib/errors.ts'
import { readLongBody } from '../../lib/http/long-body.ts'
import { isMultipart } from '../../lib/http/multipart-body.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { sendJson } from '../../lib/http/respond.ts'
import { queryText } from '../../lib/http/strict-query.ts'
import { storeFile } from '../../moving/transfer/store-file.ts'
import { importerOf, uploadedBytes, uploadName } from '../../moving/transfer/uploads.ts'
import { assertNotForged, type FileRouteOptions } from './file-routes.ts'

/** Maximum number of files that a process receives at once of an organization. */
const MAX_AT_ONCE = 2
/** Uploads of an organization that are not deleted yet have at most this many times the bytes of a file. */
const FILES_IN_STORE = 2
const MEGABYTE = 1_048_576

/**
 * Creates the route of files for imports: `POST /imports?name=backup.zip` with the file as the body, of any type. Only
 * admins in person upload. An upload that ends early leaves nothing.
 */
export function importRoutes(options: FileRouteOptions): Router {
  const router = express.Router({ caseSensitive: true })
  router.post('/imports', receive(options))
  return rejectOtherMethods(router)
}

function receive(options: FileRouteOptions): RequestHandler {
  const { db } = options.services
  const receiving = createTally<number>(MAX_AT_ONCE)
  return async (request, response) => {
    const { organizationId, uploaderId } = importerOf(await callerOf(options, request, response))
    assertRaw(request)
    const name = uploadName(queryText(request, 'name'))
    const leave = receiving.enter(organizationId)
    if (!leave) throw tooManyRequests('Too many files are uploaded at once; try again', 10)
    try {
      const check = await inShare(organizationId, () => limitOf(options, organizationId))
      check(Number(request.headers['content-length'] ?? 0))
      const file = { organizationId, owner: 'upload', name, uploaderId } as const
      const stored = await inShare(organizationId, () =>
        storeFile(db, file, bodyOf(request, response, options.bodyTimeout), check),
      )
      response.setHeader('Cache-Control', 'no-store')
      const { id, bytes, sha256 } = stored
      sendJson(
        response,
        201,
        JSON.stringify({ success: true, file: toNodeId('ImportFile', id), bytes, sha256 }),
      )
    } catch (error) {
      endLater(request, options.bodyTimeout)
      if (request.destroyed && !request.complete)
        throw new AppError('INVALID_FORMAT', 'The body is incomplete')
      throw error
    } finally {
      leave()
    }
  }
}

/**
 * Identifies the caller, and counts the request.
 * @throws AppError FORBIDDEN for the cookie on a request that none of our own pages sent
 */
async function callerOf(options: FileRouteOptions, request: Request, response: Response): Promise<Caller> {
  assertNotForged(options, request)
  const context = options.contextOf(request)
  const caller = await context.caller()
  await options.charge(context, caller, response)
  return caller
}

/** @throws AppError UNSUPPORTED_MEDIA_TYPE for a form and for a compressed body */
function assertRaw(request: Request): void {
  if (isMultipart(request))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file itself as the body, and not a form')
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding')
}

/** Returns the check of the number of bytes. It throws AppError PAYLOAD_TOO_LARGE, or UNPROCESSABLE over the sum. */
async function limitOf(
  { services: { db, quotas } }: FileRouteOptions,
  organizationId: number,
): Promise<(bytes: number) => void> {
  const most = quotas.importBytes
  const left = most * FILES_IN_STORE - (await uploadedBytes(db, organizationId))
  return (bytes) => {
    if (bytes > most)
      throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${Math.floor(most / MEGABYTE)} MB`)
    if (bytes > left)
      throw unprocessable(
        'file',
        'exceeds the storage of the organization: delete imports that have ended, or retry in a day',
      )
  }
}

/** Returns the parts of a body. @throws AppError REQUEST_TIMEOUT for a late part, UNPROCESSABLE without a byte */
async function* bodyOf(request: Request, response: Response, withinMs: number): AsyncGenerator<Buffer> {
  const late = () => {
    response.setHeader('Connection', 'close')
    return new AppError('REQUEST_TIMEOUT', `The body took longer than ${withinMs / 1000} s to continue`)
  }
  let isEmpty = true
  for await (const part of readLongBody(request, { withinMs, late })) {
    isEmpty = false
    yield part
  }
  if (isEmpty) throw unprocessable('file', 'is empty')
}

/**
 * Discards the rest of a refused body, so that its connection serves the next request. Closes the connection if the
 * body does not end in time. Until then the client can read the response.
 */
function endLater(request: Request, withinMs: number): void {
  if (request.complete) return
  request.resume()
  const late = setTimeout(() => request.destroy(), withinMs)
  request.once('close', () => clearTimeout(late))
}
