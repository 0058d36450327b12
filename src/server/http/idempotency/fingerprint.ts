import { createHash, type Hash } from 'node:crypto'
import type { Request } from 'express'

/**
 * Starts hashing a request as it is received: method, path, query and body. The boundary of a form does not count,
 * because clients choose another one for each retry. Call it in the same turn as the reader of the body, because the
 * body flows from then on. Returns the function that ends the hash (SHA-256).
 */
export function startFingerprint(request: Request): () => Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.originalUrl}\n`)
  const delimiter = delimiterOf(request.headers['content-type'])
  if (delimiter === null) {
    request.on('data', (chunk: Buffer) => hash.update(chunk))
    return () => hash.digest()
  }
  // The first delimiter of a form has no line end before it.
  let rest = Buffer.from('\r\n')
  request.on('data', (chunk: Buffer) => {
    rest = hashWithout(delimiter, hash, Buffer.concat([rest, chunk]))
  })
  return () => hash.update(rest).digest()
}

/** Returns the delimiter of the parts of a form (RFC 2046 section 5.1.1). Null for other types. */
function delimiterOf(type = ''): Buffer | null {
  const [, quoted, boundary = quoted] = BOUNDARY.exec(type) ?? []
  return boundary === undefined ? null : Buffer.from(`\r\n--${boundary}`)
}

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;]+))/i

/** Hashes bytes with a NUL for each delimiter. Returns the last bytes, with which another one may start. */
function hashWithout(delimiter: Buffer, hash: Hash, bytes: Buffer): Buffer<ArrayBuffer> {
  let start = 0
  for (let found = bytes.indexOf(delimiter); found >= 0; found = bytes.indexOf(delimiter, start)) {
    hash.update(bytes.subarray(start, found)).update('\0')
    start = found + delimiter.length
  }
  const end = Math.max(start, bytes.length - delimiter.length + 1)
  hash.update(bytes.subarray(start, end))
  return Buffer.from(bytes.subarray(end))
}
