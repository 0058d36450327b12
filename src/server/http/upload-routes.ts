import { once } from 'node:events'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Caller } from '../../auth/caller.ts'
import { inShare } from '../../db/sharing/connection-share.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createTally } from '../../lib/concurrency/tally.ts'
import { AppError, missingParam, notFound, tooManyRequests } from '../../lib/errors.ts'
import { entityTag, matchesNone } from '../../lib/http/entity-tag.ts'
import { readImage } from '../../lib/images/image.ts'
import { isMultipart, readMultipartFile } from '../../lib/http/multipart-body.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { sendJson } from '../../lib/http/respond.ts'
import { uploaderOf } from '../../modules/uploads/policy.ts'
import type { FoundUpload } from '../../modules/uploads/find-upload.ts'
import { createUploadReader, type UploadReader } from '../../modules/uploads/read-upload.ts'
import { storeUpload } from '../../modules/uploads/store-upload.ts'
import { parseUploadFile, uploadUrl } from '../../modules/uploads/upload-address.ts'
import { assertNotForged, sendParts, type FileRouteOptions } from './file-routes.ts'
import { mayRead, type UploadRouteOptions } from './upload-readers.ts'

const MAX_MEGABYTES = 5
/** Maximum number of pictures that a process receives at once of an organization, because it holds them in memory. */
const MAX_AT_ONCE = 32

/** Headers of a picture. A browser that opens it as a page runs nothing. */
const HEADERS = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Headers of a picture by its readers. Any site may show one for everyone. Caches store that of a public text, and ask
 * before each use, because the text may become hidden.
 */
const FOR_READERS = {
  all: {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
  visitors: { 'Cache-Control': 'public, no-cache', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  some: { 'Cache-Control': 'private, no-cache', 'Cross-Origin-Resource-Policy': 'same-origin' },
}

/**
 * Creates the routes of uploaded pictures: `POST /uploads` with one file in a form, which is the one write outside
 * GraphQL and REST, and `GET /uploads/<key>.<extension>`.
 */
export function uploadRoutes(options: UploadRouteOptions): Router {
  const router = express.Router({ caseSensitive: true })
  router.post('/uploads', receive(options))
  router.get('/uploads/:file', send(options))
  return rejectOtherMethods(router)
}

function receive(options: FileRouteOptions): RequestHandler {
  const { services, bodyTimeout } = options
  const receiving = createTally<number>(MAX_AT_ONCE)
  return async (request, response) => {
    const { organizationId, ...uploader } = uploaderOf(await callerOf(options, request, response))
    if (!isMultipart(request))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data')
    const file = { field: 'file', maxMegabytes: MAX_MEGABYTES, withinMs: bodyTimeout }
    const leave = receiving.enter(organizationId)
    if (!leave) throw tooManyRequests('Too many pictures are uploaded at once; try again', 1)
    try {
      const bytes = await readMultipartFile(request, response, file)
      if (!bytes || bytes.length === 0) throw missingParam('file')
      const picture = await readImage(bytes, uploader.uploaderId)
      const quota = services.quotas.uploadBytes
      const upload = await inShare(organizationId, () =>
        inTransaction(services.db, (tx) => storeUpload(tx, organizationId, { ...uploader, picture, quota })),
      )
      const { width, height } = upload
      response.setHeader('Cache-Control', 'no-store')
      sendJson(response, 201, JSON.stringify({ url: uploadUrl(upload, services.site), width, height }))
    } finally {
      leave()
    }
  }
}

/**
 * Identifies the caller, and counts the request. A form without a script names the organization in the query.
 * @throws AppError FORBIDDEN for the cookie on a request that none of our own pages sent
 */
async function callerOf(options: FileRouteOptions, request: Request, response: Response): Promise<Caller> {
  assertNotForged(options, request)
  const { contextOf, charge } = options
  const context = contextOf(request)
  const { organization } = request.query
  const caller = await context.caller({
    organization: typeof organization === 'string' ? organization : undefined,
  })
  await charge(context, caller, response)
  return caller
}

/**
 * Sends a picture to those who may see it. For others there is none. Its bytes never change, so that a conditional
 * request does not read them.
 */
function send(options: UploadRouteOptions): RequestHandler<{ file: string }> {
  const reader = createUploadReader(options.services.db)
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    await turnOf(response)
    const named = parseUploadFile(request.params.file)
    const upload = named && (await inShare(0, () => reader.find(named)))
    if (!upload || !(await mayRead(options, request, upload))) throw notFound('Upload')
    const { key, type, size, readers } = upload
    const tag = entityTag(null, key)
    response.set(HEADERS).set(FOR_READERS[readers]).set('ETag', tag)
    if (matchesNone(request.headers['if-none-match'], tag)) return void response.status(304).end()
    response.set({ 'Content-Type': `image/${type}`, 'Content-Length': String(size) })
    if (request.method === 'HEAD') return void response.end()
    const start = await inShare(0, () => reader.readStart(upload))
    if (start.length === size) return void response.end(start)
    await sendParts(response, partsOf(reader, upload, start))
  }
}

/**
 * Waits until the earlier requests of the connection are answered, so that a peer that asks for many pictures at once
 * holds the bytes of one.
 */
async function turnOf(response: Response): Promise<void> {
  if (!response.socket) await once(response, 'socket')
}

/** Returns the bytes of a picture. A part is read when the peer has taken the one before. */
async function* partsOf(
  reader: UploadReader,
  { key, size }: FoundUpload,
  start: Buffer,
): AsyncGenerator<Buffer> {
  let part = start
  for (let sent = 0; sent < size; sent += part.length) {
    if (sent > 0) part = await inShare(0, () => reader.readFrom(key, sent))
    if (part.length === 0) throw new Error('The picture was deleted while it was sent')
    yield part
  }
}
