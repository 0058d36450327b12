import { boxesIn, childrenOf, type Box } from './boxes.ts'
import { codedSize } from './av1-size.ts'
import type { Picture } from './picture.ts'
import { itemLocations, itemsOfTypes } from './item-locations.ts'

/** Types of items with metadata, XMP as a typed text, and of those with coded images. */
const METADATA = ['Exif', 'mime', 'uri ']
const IMAGES = ['av01']
/** Boxes at the top of a picture. Others contain metadata, or the frames of a film. */
const KEPT = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip'])

/**
 * Returns an AVIF whose metadata is overwritten with zeros, because the boxes contain positions of the file. A film
 * becomes its still picture. Null unless it is whole (AV1 Image File Format 1.1).
 */
export function cleanAvif(original: Buffer): Picture | null {
  const bytes = Buffer.from(original)
  const boxes = boxesIn(bytes, 0, bytes.length)
  const [brands] = boxes ?? []
  if (!boxes || !brands || !/^(.{4})*avif/s.test(bytes.toString('latin1', brands.content, brands.to)))
    return null
  const meta = boxes.find(({ type }) => type === 'meta')
  const items = meta && boxes.some(({ type }) => type === 'mdat') ? itemsOf(bytes, meta) : null
  if (!meta || !items || items.images.length === 0) return null
  for (const { from, to } of items.metadata) bytes.fill(0, from, to)
  bytes.write('avif', brands.content, 'latin1')
  for (const box of boxes) if (!KEPT.has(box.type)) blankBox(bytes, box)
  const size = largest(bytes, childrenOf(bytes, meta, 4))
  return size && items.images.every((image) => fits(image, size)) ? { ...size, passes: 1, bytes } : null
}

/** Whether a coded image is not larger than the whole. A decoder takes the memory of the coded one. */
function fits(image: Buffer, { width, height }: { width: number; height: number }): boolean {
  const coded = codedSize(image)
  return coded !== null && coded.width <= width && coded.height <= height
}

/** Where the metadata is, and the data of the images. */
type Items = { metadata: { from: number; to: number }[]; images: Buffer[] }

/** Returns the items with metadata and those with coded images. Null unless all of their parts were found. */
function itemsOf(bytes: Buffer, meta: Box): Items | null {
  const inner = childrenOf(bytes, meta, 4)
  const named = (name: string) => inner.find(({ type }) => type === name)
  const info = named('iinf')
  const found = named('iloc')
  if (!info || !found) return null
  const count = bytes.readUInt8(info.content) === 0 ? 2 : 4
  const infos = childrenOf(bytes, info, 4 + count)
  const locations = itemLocations(bytes, found)
  if (!locations) return null
  const start = named('idat')?.content ?? 0
  let left = bytes.length
  const partsOf = (id: number) =>
    (locations.get(id) ?? []).map(({ inMeta, offset, length }) => {
      const from = offset + (inMeta ? start : 0)
      left -= length
      const isWhole = length > 0 && left >= 0 && from + length <= bytes.length
      return isWhole && !liesIn(meta, from, inMeta) ? { from, to: from + length } : null
    })
  const metadata = [...itemsOfTypes(bytes, infos, METADATA)].flatMap(partsOf)
  const images = [...itemsOfTypes(bytes, infos, IMAGES)].map(partsOf)
  if (![...metadata, ...images.flat()].every(isFound)) return null
  return {
    metadata: metadata.filter(isFound),
    images: images.map((parts) =>
      Buffer.concat(parts.filter(isFound).map(({ from, to }) => bytes.subarray(from, to))),
    ),
  }
}

const isFound = <Part>(part: Part | null): part is Part => part !== null

/** Whether a part outside the data of the metadata lies in it or before it. No encoder writes that. */
const liesIn = (meta: Box, from: number, inMeta: boolean) => (inMeta ? false : from < meta.to)

/** Turns a box into free space. */
function blankBox(bytes: Buffer, { from, content, to }: Box): void {
  bytes.write('free', from + 4, 'latin1')
  bytes.fill(0, content, to)
}

/** Returns the size of the largest image, which is the whole one if others are its tiles. */
function largest(bytes: Buffer, inner: readonly Box[]): { width: number; height: number } | null {
  const properties = childrenOf(
    bytes,
    inner.find(({ type }) => type === 'iprp'),
  ).find(({ type }) => type === 'ipco')
  const sizes = childrenOf(bytes, properties).flatMap(({ type, content }) =>
    type === 'ispe'
      ? [{ width: bytes.readUInt32BE(content + 4), height: bytes.readUInt32BE(content + 8) }]
      : [],
  )
  return sizes.reduce<(typeof sizes)[number] | null>(
    (most, size) => (most && most.width * most.height >= size.width * size.height ? most : size),
    null,
  )
}
