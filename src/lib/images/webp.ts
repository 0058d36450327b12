import { MAX_PARTS, type Picture } from './picture.ts'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
/** Flags of an extended header for Exif and XMP. */
const METADATA = 0x0c
const HEADER = 12
/** Chunks of a frame. */
const KEPT_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** Position, size and duration of a frame. */
const FRAME_HEADER = 16

type Size = { width: number; height: number }

/** Returns a WebP without metadata and without what follows it. Null unless it is whole (RFC 9649). */
export function cleanWebp(bytes: Buffer): Picture | null {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const parts: Buffer[] = []
  let size: Size | null = null
  let passes = 0
  for (let at = HEADER; at < end;) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (at + 8 + length > end || parts.length > MAX_PARTS) return null
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)))
    const data = chunk.subarray(8)
    size ??= sizeOf(type, data)
    if (size && !fits(codedSize(type, data), size)) return null
    if (['VP8 ', 'VP8L', 'ANMF'].includes(type)) passes++
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~METADATA, 8)
    if (KEPT.has(type)) parts.push(type === 'ANMF' ? cleanFrame(data) : chunk)
    at = next
  }
  if (!size || passes === 0) return null
  const content = Buffer.concat(parts)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(content.length + 4, 4)
  return { ...size, passes, bytes: Buffer.concat([header, content]) }
}

/** Returns the chunk of a frame without chunks that decoders ignore (RFC 9649 section 2.7.1.1), such as metadata. */
function cleanFrame(data: Buffer): Buffer {
  const parts = [data.subarray(0, FRAME_HEADER)]
  for (let at = FRAME_HEADER; at + 8 <= data.length;) {
    const length = data.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (KEPT_IN_FRAME.has(data.toString('latin1', at, at + 4))) parts.push(data.subarray(at, next))
    at = next
  }
  const content = Buffer.concat(parts)
  const header = Buffer.from('ANMF\0\0\0\0', 'latin1')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content])
}

/** Size of an image or a frame in its data (RFC 9649 section 2.7.1.1). Null for other chunks. */
function codedSize(type: string, data: Buffer): Size | null {
  if (type !== 'ANMF') return type === 'VP8X' ? null : sizeOf(type, data)
  for (let at = FRAME_HEADER; at < data.length;) {
    const length = data.readUInt32LE(at + 4)
    const size = codedSize(data.toString('latin1', at, at + 4), data.subarray(at + 8, at + 8 + length))
    if (size) return size
    at += 8 + length + (length % 2)
  }
  return null
}

/** Whether an image is within the canvas. A decoder takes the memory of the image. */
const fits = (image: Size | null, canvas: Size) =>
  image === null || (image.width <= canvas.width && image.height <= canvas.height)

function sizeOf(type: string, data: Buffer): Size | null {
  if (type === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L' || data.readUInt8(0) !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
