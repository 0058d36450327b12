import { orientationOf, orientationSegment } from './exif-orientation.ts'
import { MAX_PARTS, type Picture } from './picture.ts'

const START_OF_SCAN = 0xda
const END = 0xd9
const EXIF = 0xe1
/** Frame headers, which contain the size (T.81 table B.1). */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, START_OF_SCAN])
/** Application segments that change how the picture looks, by the start of their text. */
const APPLICATIONS: Record<number, string> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' }

type Segment = { marker: number; from: number; to: number }

/**
 * Returns a JPEG without metadata, except which way is up, and without what follows it. Null unless it is whole (T.81
 * annex B).
 */
export function cleanJpeg(bytes: Buffer): Picture | null {
  const parts = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let passes = 0
  for (let at = 2; ;) {
    const segment = segmentAt(bytes, at)
    if (!segment || parts.length > MAX_PARTS) return null
    const { marker, from, to } = segment
    if (marker === END) break
    if (marker === EXIF) orientation = orientationOf(bytes.subarray(from + 4, to)) ?? orientation
    // Decoders differ in the one they take.
    if (FRAMES.has(marker) && size) return null
    if (FRAMES.has(marker))
      size = { height: bytes.readUInt16BE(from + 5), width: bytes.readUInt16BE(from + 7) }
    if (marker === START_OF_SCAN) passes++
    if (isKept(bytes, segment)) parts.push(bytes.subarray(from, to))
    at = to
  }
  if (!size || passes === 0) return null
  parts.push(Buffer.from([0xff, END]))
  if (orientation > 1) parts.splice(1, 0, orientationSegment(orientation))
  const { width, height } = size
  const isTurned = orientation > 4
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    passes,
    bytes: Buffer.concat(parts),
  }
}

/** Returns the segment at a position, with the data of a scan. Null if there is none. */
function segmentAt(bytes: Buffer, at: number): Segment | null {
  if (bytes.readUInt8(at) !== 0xff) return null
  let from = at
  // Markers may be padded.
  while (bytes.readUInt8(from + 1) === 0xff) from++
  const marker = bytes.readUInt8(from + 1)
  if (marker === END) return { marker, from, to: from + 2 }
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return null
  const length = bytes.readUInt16BE(from + 2)
  const end = from + 2 + length
  if (length < 2 || end > bytes.length) return null
  const to = marker === START_OF_SCAN ? endOfScan(bytes, end) : end
  return to === null ? null : { marker, from, to }
}

/** Returns where the data of a scan ends. In it, a marker is preceded by a byte that a zero or a restart follows. */
function endOfScan(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length;) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return null
}

function isKept(bytes: Buffer, { marker, from }: Segment): boolean {
  if (FRAMES.has(marker) || TABLES.has(marker)) return true
  const start = APPLICATIONS[marker]
  return start !== undefined && bytes.toString('latin1', from + 4, from + 4 + start.length) === start
}
