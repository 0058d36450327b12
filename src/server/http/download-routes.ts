import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { inShare } from '../../db/sharing/connection-share.ts'
import type { Services } from '../../graphql/context.ts'
import { parseNodeId } from '../../graphql/schema/node/prefixes.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { readRun } from '../../moving/engine/read-run.ts'
import { addressLines, isAddressFile } from '../../moving/transfer/address-files.ts'
import { errorLines, isErrorFile } from '../../moving/transfer/error-files.ts'
import { finishedFile } from '../../moving/transfer/finished-file.ts'
import { recordDownload } from '../../moving/transfer/record-download.ts'
import { storedBytes } from '../../moving/transfer/read-file.ts'
import { readDownload } from '../../moving/transfer/signed-address.ts'
import { sendParts } from './file-routes.ts'

/** Headers of a download. A browser saves it, and shows no page. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

type DownloadRequest = Request<{ id: string; name: string }>
/** A file that the signature of a request shows. */
type Shown = { organizationId: number; id: number; name: string }

/**
 * Creates the route of downloads: `GET /exports/<id>/<name>?expires=…&signature=…` with the file of an export, in
 * ranges, and the files with the errors and the addresses of an import. The signature is the permission.
 */
export function downloadRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true })
  router.get('/exports/:id/:name', send(services))
  return rejectOtherMethods(router)
}

function send(services: Services): RequestHandler<{ id: string; name: string }> {
  const { db, keys } = services
  return async (request, response) => {
    const { id, name } = request.params
    const organizationId = readDownload(keys.downloads, { id, name }, request.query as never)
    const node = parseNodeId(id)
    if (organizationId === null || !node) throw new AppError('FORBIDDEN', 'The address is not valid any more')
    response.set(HEADERS)
    response.attachment(name)
    const shown = { organizationId, id: node.databaseId, name }
    await inShare(organizationId, () =>
      node.type === 'ExportRun'
        ? sendStored(db, shown, request, response)
        : sendLines(services, shown, request, response),
    )
  }
}

/**
 * Sends the file of an export, or a range of it (RFC 9110 section 14).
 * @throws AppError NOT_FOUND after its deletion
 */
async function sendStored(
  db: Services['db'],
  { organizationId, id, name }: Shown,
  request: DownloadRequest,
  response: Response,
): Promise<void> {
  const file = await finishedFile(db, organizationId, { exportId: id, name })
  if (!file) throw notFound('File')
  const { bytes, sha256 } = file
  const tag = `"${sha256}"`
  response.set({ 'Accept-Ranges': 'bytes', ETag: tag })
  const range = rangeOf(request, bytes, tag)
  if (range === 'unsatisfiable')
    return void response.status(416).set('Content-Range', `bytes */${bytes}`).end()
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${bytes}`)
  response.set('Content-Length', String(end - start + 1))
  if (request.method === 'HEAD') return void response.end()
  if (start === 0) await recordDownload(db, organizationId, id)
  await sendParts(response, storedBytes(db, { organizationId, ...file }).read(start, end + 1))
}

/** Returns the one range of a request. Null for all bytes, as for several ranges and for another `If-Range`. */
function rangeOf(
  request: DownloadRequest,
  bytes: number,
  tag: string,
): { start: number; end: number } | 'unsatisfiable' | null {
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== tag) return null
  const ranges = request.range(bytes)
  if (ranges === -1) return 'unsatisfiable'
  const [range, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : []
  return range && others.length === 0 ? range : null
}

/** @throws AppError NOT_FOUND for an unknown name, and after the deletion of the import */
async function sendLines(
  { db, site }: Services,
  { organizationId, id, name }: Shown,
  request: DownloadRequest,
  response: Response,
): Promise<void> {
  const run = await readRun(db, organizationId, id)
  const lines = !run
    ? null
    : isErrorFile(name)
      ? errorLines(db, run, name)
      : isAddressFile(name)
        ? addressLines(db, run, { name, site })
        : null
  if (!lines) throw notFound('File')
  if (request.method === 'HEAD') return void response.end()
  await sendParts(response, lines)
}
