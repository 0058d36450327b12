import type { IncomingMessage } from 'node:http'

/** Larger bodies, and those that arrive later than that many milliseconds, are not worth a wait. */
const MAX_BYTES = 16_384
const MAX_WAIT_MS = 100

/**
 * Returns the body of a request and leaves it to be read again. Null for one that is empty, compressed, larger than
 * 16 kB or of an unknown length, and for one that does not arrive within 100 ms.
 */
export async function peekBody(request: IncomingMessage): Promise<Buffer | null> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  const bytes = Number(length)
  if (encoding !== undefined || !(bytes > 0 && bytes <= MAX_BYTES)) return null
  if (request.readableLength < bytes && !(await arrives(request, bytes))) return null
  const body = request.read(bytes) as Buffer | null
  if (body !== null) request.unshift(body)
  return body
}

/** Returns whether a number of bytes arrives in time. */
function arrives(request: IncomingMessage, bytes: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const check = () => {
    if (request.readableLength >= bytes) resolve(true)
  }
  const end = () => resolve(false)
  const late = setTimeout(end, MAX_WAIT_MS)
  request.on('readable', check).once('close', end)
  return promise.finally(() => {
    clearTimeout(late)
    request.off('readable', check).off('close', end)
  })
}
