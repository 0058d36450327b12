import type { Box } from './boxes.ts'
import { MAX_PARTS } from './picture.ts'

/** Where a part of an item is. `inMeta` counts from the data in the metadata, otherwise from the start of the file. */
type Extent = { inMeta: boolean; offset: number; length: number }

/** Returns the ids of the items of some types (ISO/IEC 14496-12 section 8.11.6). */
export function itemsOfTypes(bytes: Buffer, infos: readonly Box[], types: readonly string[]): Set<number> {
  const found = new Set<number>()
  for (const { type, content } of infos) {
    const version = bytes.readUInt8(content)
    if (type !== 'infe' || version < 2) continue
    const isWide = version > 2
    const id = isWide ? bytes.readUInt32BE(content + 4) : bytes.readUInt16BE(content + 4)
    const kind = content + (isWide ? 10 : 8)
    if (types.includes(bytes.toString('latin1', kind, kind + 4))) found.add(id)
  }
  return found
}

/**
 * Returns the parts of each item of a box `iloc` (ISO/IEC 14496-12 section 8.11.3). Null for parts in other items and
 * for too many.
 * @throws RangeError after the end of the bytes
 */
export function itemLocations(bytes: Buffer, { content }: Box): Map<number, Extent[]> | null {
  const locations = new Map<number, Extent[]>()
  const version = bytes.readUInt8(content)
  let at = content + 4
  const next = (size: number) => {
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : size > 0 ? bytes.readUIntBE(at, size) : 0
    at += size
    return value
  }
  const sizes = next(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size))) return null
  const items = next(version < 2 ? 2 : 4)
  let parts = 0
  for (let item = 0; item < items; item++) {
    const id = next(version < 2 ? 2 : 4)
    const method = version > 0 ? next(2) & 15 : 0
    if (method > 1) return null
    next(2)
    const base = next(baseSize)
    const extents: Extent[] = []
    for (let left = next(2); left > 0; left--) {
      if (++parts > MAX_PARTS) return null
      next(indexSize)
      extents.push({ inMeta: method === 1, offset: base + next(offsetSize), length: next(lengthSize) })
    }
    locations.set(id, extents)
  }
  return locations
}
