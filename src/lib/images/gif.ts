import { MAX_PARTS, type Picture } from './picture.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
const HEADER = 13
const DESCRIPTOR = 10

/**
 * Returns a GIF without comments, texts and metadata, but with its loops, and without what follows it. Null unless it
 * is whole (GIF89a).
 */
export function cleanGif(bytes: Buffer): Picture | null {
  let at = HEADER + colors(bytes.readUInt8(10))
  const parts = [bytes.subarray(0, at)]
  let first: { width: number; height: number } | null = null
  let passes = 0
  for (;;) {
    const from = at
    const kind = bytes.readUInt8(at)
    if (kind === TRAILER) break
    if (parts.length > MAX_PARTS) return null
    if (kind === IMAGE) {
      passes++
      first ??= { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) }
      // After the descriptor and the colors comes the size of a code.
      at = endOfBlocks(bytes, at + DESCRIPTOR + colors(bytes.readUInt8(at + 9)) + 1)
    } else if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2)
    else return null
    if (kind === IMAGE || isKept(bytes, from)) parts.push(bytes.subarray(from, at))
  }
  if (!first) return null
  parts.push(Buffer.from([TRAILER]))
  // Browsers enlarge the screen to the first image.
  return {
    width: Math.max(first.width, bytes.readUInt16LE(6)),
    height: Math.max(first.height, bytes.readUInt16LE(8)),
    passes,
    bytes: Buffer.concat(parts),
  }
}

/** Returns the size of a table of colors in bytes. */
const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
  return at + 1
}

function isKept(bytes: Buffer, from: number): boolean {
  const label = bytes.readUInt8(from + 1)
  const name = bytes.toString('latin1', from + 3, from + 14)
  return label === CONTROL || (label === APPLICATION && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(name))
}
