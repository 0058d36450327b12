/** Types of units (AV1 specification section 6.2.2). */
const SEQUENCE_HEADER = 1

type Size = { width: number; height: number }

/** Reads bits, most significant first. @throws RangeError after the end of the bytes */
type BitReader = (count: number) => number

function bitsOf(bytes: Buffer, from: number): BitReader {
  let at = from * 8
  return (count) => {
    let value = 0
    for (let left = count; left > 0; left--) {
      value = value * 2 + ((bytes.readUInt8(at >> 3) >> (7 - (at & 7))) & 1)
      at++
    }
    return value
  }
}

/**
 * Returns the largest size of the frames of coded data, from its sequence headers (AV1 specification section 5.5). Null
 * without one, and with the timing of a film.
 * @throws RangeError after the end of the bytes
 */
export function codedSize(data: Buffer): Size | null {
  let largest: Size | null = null as Size | null
  for (let at = 0; at < data.length;) {
    const header = data.readUInt8(at)
    const start = at + (header & 4 ? 2 : 1)
    const unit: { value: number; next: number } =
      header & 2 ? leb128(data, start) : { value: data.length - start, next: start }
    if (((header >> 3) & 15) === SEQUENCE_HEADER) {
      const found = sizeInHeader(bitsOf(data, unit.next))
      if (!found) return null
      largest = largest ? largerOf(largest, found) : found
    }
    at = unit.next + unit.value
  }
  return largest
}

const largerOf = (one: Size, other: Size): Size => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
})

/** Reads a number of little-endian groups of 7 bits (section 4.10.5). */
function leb128(data: Buffer, from: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = data.readUInt8(from + index)
    value += (byte & 127) * 128 ** index
    if (byte < 128) return { value, next: from + index + 1 }
  }
  throw new RangeError('A number has too many bytes')
}

function sizeInHeader(read: BitReader): Size | null {
  read(4)
  const isReduced = read(1) === 1
  if (isReduced) read(5)
  else if (!skipOperatingPoints(read)) return null
  const widthBits = read(4) + 1
  const heightBits = read(4) + 1
  return { width: read(widthBits) + 1, height: read(heightBits) + 1 }
}

/** Reads to the end of the operating points. Returns false for timing, which pictures do not have. */
function skipOperatingPoints(read: BitReader): boolean {
  if (read(1) === 1) return false
  const hasDelay = read(1) === 1
  for (let left = read(5); left >= 0; left--) {
    read(12)
    if (read(5) > 7) read(1)
    if (hasDelay && read(1) === 1) read(4)
  }
  return true
}
