const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Limits of a JSON text: nested levels, and commas and opening brackets, about as many as values. */
type Bounds = { levels: number; values: number }

/**
 * Parses a JSON text within limits. Returns undefined for a text that exceeds one or is not valid JSON.
 */
export function boundedJson(bytes: Buffer, bounds: Bounds): unknown {
  if (new JsonBounds(bounds).exceededBy(bytes)) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Compares the bytes of a JSON text (RFC 8259) with limits before it is parsed, part by part, because parsing nested
 * lists costs a multiple of counting their brackets. Leaves a text that is not valid JSON to the parser.
 */
export class JsonBounds {
  readonly #bounds: Bounds
  #level = 0
  #values = 0
  #isInString = false
  /** Bytes of the next part that belong to an escape. */
  #escaped = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Takes the next bytes in UTF-8. Returns the limit that the text exceeds, or null. */
  exceededBy(bytes: Uint8Array): keyof Bounds | null {
    let [level, values, isInString, at] = [this.#level, this.#values, this.#isInString, this.#escaped]
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isInString) {
        if (byte === BACKSLASH) at += 1
        else if (byte === QUOTE) isInString = false
      } else if (byte === QUOTE) isInString = true
      else if (byte === COMMA) values += 1
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        values += 1
        level += 1
        if (level > this.#bounds.levels) return 'levels'
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1
    }
    this.#escaped = at - bytes.length
    this.#level = level
    this.#values = values
    this.#isInString = isInString
    return values > this.#bounds.values ? 'values' : null
  }
}
