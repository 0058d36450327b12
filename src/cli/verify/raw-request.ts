export type RawRequest = { headers: Map<string, string>; body: Buffer; contentLength: number | null }

/**
 * Parses an HTTP request saved by a log or a proxy: request line, headers, an empty line and the body. Header
 * names are returned in lower case. Lines end with LF or CRLF. A line end after the body that Content-Length
 * does not count is removed.
 * @throws Error with the number of a line that is not a header
 */
export function parseRawRequest(raw: Buffer): RawRequest {
  const end = /\r?\n\r?\n/.exec(raw.toString('latin1'))
  const head = raw.subarray(0, end?.index ?? raw.length).toString('utf8')
  const lines = head
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  const headers = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    if (index === 0 && /^[A-Z]+ \S+( HTTP\/[\d.]+)?$/.test(line)) continue
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):(.*)$/.exec(line) ?? []
    if (!name) throw new Error(`Line ${index + 1} of the request is not a header`)
    // Headers of the same name are combined (RFC 9110 section 5.3). Signatures are separated by spaces.
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value.trim() : `${before} ${value.trim()}`)
  }
  const length = headers.get('content-length') ?? ''
  const contentLength = /^\d{1,15}$/.test(length) ? Number(length) : null
  const body = end ? raw.subarray(end.index + end[0].length) : Buffer.alloc(0)
  const surplus = contentLength === null ? '' : body.subarray(contentLength).toString('latin1')
  return {
    headers,
    body: /^\r?\n$/.test(surplus) ? body.subarray(0, contentLength ?? 0) : body,
    contentLength,
  }
}
