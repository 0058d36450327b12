export type RawRequest = { headers: Map<string, string>; body: Buffer; contentLength: number | null }

/**
 * Headers (names in lower case) and body of an HTTP request as a log or a proxy saved it: request line, headers, an empty
 * line, body; line ends of either kind. A line end after the body that Content-Length does not count is no part of
 * it. Throws an Error that names the line which is no header.
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
    if (!name) throw new Error(`Line ${index + 1} of the request is no header`)
    // Several headers of one name count as one (RFC 9110, section 5.3); signatures are separated by spaces.
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
