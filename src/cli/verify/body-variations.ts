import { isUtf8 } from 'node:buffer'

/** A value as it would be after the mistake that `fault` describes. Null for no mistake. */
export type Variation<Value> = { fault: string | null; value: Value }

const RAW = 'verify the raw bytes'
const BOM = '\uFEFF'

/**
 * Returns a received body and the bodies that may have been signed if it was changed in transit, without
 * duplicates.
 */
export function bodyVariations(body: Buffer): Variation<Buffer>[] {
  const texts = isUtf8(body) ? [...lineEnds(body.toString()), ...json(body.toString())] : []
  const all: Variation<Buffer>[] = [
    { fault: null, value: body },
    ...texts.map(({ fault, value }) => ({ fault, value: Buffer.from(value) })),
    ...encodings(body),
  ]
  const seen = new Set<string>()
  return all.filter(({ value }) => {
    const same = value.toString('latin1')
    return !seen.has(same) && seen.add(same)
  })
}

function lineEnds(text: string): Variation<string>[] {
  const added = `a line end was added to the body: ${RAW}`
  const lost = `the line end at the end of the body was lost: ${RAW}`
  return [
    { fault: added, value: text.replace(/\r?\n$/, '') },
    { fault: lost, value: `${text}\n` },
    { fault: lost, value: `${text}\r\n` },
    { fault: `the line ends of the body became CRLF: ${RAW}`, value: text.replaceAll('\r\n', '\n') },
    { fault: `the line ends of the body became LF: ${RAW}`, value: text.replace(/\r?\n/g, '\r\n') },
    { fault: `a byte order mark was added to the body: ${RAW}`, value: text.replace(BOM, '') },
    { fault: `the byte order mark of the body was lost: ${RAW}`, value: BOM + text },
  ]
}

function json(text: string): Variation<string>[] {
  const parsed = parse(text.replace(BOM, ''))
  if (parsed === undefined) return []
  const again = `the body was parsed and serialized again: ${RAW}`
  return [
    { fault: `${again} (compact JSON was signed)`, value: JSON.stringify(parsed) },
    { fault: `${again} (indented JSON was signed)`, value: JSON.stringify(parsed, null, 2) },
    { fault: `${again} (JSON with sorted keys was signed)`, value: JSON.stringify(sorted(parsed)) },
    {
      fault: `${again} (indented JSON with sorted keys was signed)`,
      value: JSON.stringify(sorted(parsed), null, 2),
    },
  ]
}

/** Double-decoded and double-encoded UTF-8. */
function encodings(body: Buffer): Variation<Buffer>[] {
  const fault = `the character encoding of the body was changed: ${RAW}`
  return [
    { fault, value: Buffer.from(body.toString('utf8'), 'latin1') },
    { fault, value: Buffer.from(body.toString('latin1'), 'utf8') },
  ]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]: [string, unknown]) => [key, sorted(item)]))
}
