import { MAX_PARTS, type Picture } from './picture.ts'

const START = 8

/** Chunks that change how the picture looks. Others are texts, times and Exif. */
const KEPT = new Set(
  `IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT`.split(' '),
)

/** Returns a PNG without metadata and without what follows it. Null unless it is whole (PNG 3 section 5). */
export function cleanPng(bytes: Buffer): Picture | null {
  const parts = [bytes.subarray(0, START)]
  let hasData = false
  let frames = 0
  for (let at = START; ;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length || parts.length > MAX_PARTS || (at === START) !== (type === 'IHDR')) return null
    if (KEPT.has(type)) parts.push(bytes.subarray(at, end))
    hasData ||= type === 'IDAT'
    if (type === 'fcTL') frames++
    if (type === 'IEND') break
    at = end
  }
  if (!hasData) return null
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    // The picture of programs without motion may be none of the frames.
    passes: frames + 1,
    bytes: Buffer.concat(parts),
  }
}
