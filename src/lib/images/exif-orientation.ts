const HEADER = Buffer.from('Exif\0\0', 'latin1')
const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY = 12

/** Returns the orientation, 1 to 8, of the payload of an Exif segment (Exif 3.0 section 4.6.5). Null without one. */
export function orientationOf(payload: Buffer): number | null {
  if (!payload.subarray(0, HEADER.length).equals(HEADER)) return null
  const tiff = payload.subarray(HEADER.length)
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return null
  const count = Math.min(short(first), Math.floor((tiff.length - first - 2) / ENTRY))
  for (let index = 0; index < count; index++) {
    const at = first + 2 + index * ENTRY
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** Returns an Exif segment that contains nothing but the orientation. */
export function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const marker = Buffer.from([0xff, 0xe1, 0, 2 + HEADER.length + tiff.length])
  return Buffer.concat([marker, HEADER, tiff])
}
