/** A box of a file: its type, and where it and its content begin and end. */
export type Box = { type: string; from: number; content: number; to: number }

/**
 * Returns the boxes in a part of a file (ISO/IEC 14496-12 section 4.2). Null unless they fill it.
 * @throws RangeError after the end of the bytes
 */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    const short = bytes.readUInt32BE(at)
    const content = at + (short === 1 ? 16 : 8)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const end = at + size
    if (end < content || end > to) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at, content, to: end })
    at = end
  }
  return boxes
}

/** Returns the boxes in a box after `skipped` bytes. Empty unless they fill it. */
export const childrenOf = (bytes: Buffer, box: Box | undefined, skipped = 0): Box[] =>
  (box && boxesIn(bytes, box.content + skipped, box.to)) ?? []
