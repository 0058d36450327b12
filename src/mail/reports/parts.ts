/** Part of a message that contains no further part that is read. */
type Part = {
  /** Media type in lower case, such as `message/delivery-status`. */
  type: string
  /** Text with lines that end in LF. */
  body: string
}

/** Levels of parts within parts. Deeper ones are not read. */
const MAX_DEPTH = 3
/** Number of parts of one part that are read. */
const MAX_PARTS = 20
/** Maximum length of the headers of a part, in characters. A part with longer ones is not read. */
const MAX_HEADERS = 65_536
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\n]{1,70})"|([^\s;"]{1,70}))/i

/**
 * Returns the parts of a message (RFC 2045 and 2046), in their order. `text` is the headers, an empty line and the
 * body. The time is linear in its length.
 */
export const partsOf = (text: string): Part[] => split(text.replaceAll(/\r\n?/g, '\n'), 0)

function split(text: string, depth: number): Part[] {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n')
  if (end === -1 || end > MAX_HEADERS) return []
  const [head, body] = [text.slice(0, end), text.slice(end).replace(/^\n{1,2}/, '')]
  const contentType = fieldsOf(head).get('content-type') ?? 'text/plain'
  const type = (/^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? '').toLowerCase()
  if (!type.startsWith('multipart/')) return [{ type, body }]
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || depth === MAX_DEPTH) return []
  const pieces = `\n${body}`.split(`\n--${boundary}`, MAX_PARTS + 1).slice(1)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => split(piece.slice(piece.indexOf('\n') + 1), depth + 1))
}

/** Returns the fields of a block by their names in lower case, with unfolded values (RFC 5322, section 2.2.3). */
export function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
