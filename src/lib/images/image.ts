import { cleanAvif } from './avif.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import type { Picture } from './picture.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** Types of pictures that browsers show and that contain no script. */
export const IMAGE_TYPES = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

export type ImageType = (typeof IMAGE_TYPES)[number]

/** Returns a picture without metadata. Null for bytes that are no whole picture of the type. */
type Clean = (bytes: Buffer) => Picture | null

const TYPES: { type: ImageType; isOne: (bytes: Buffer) => boolean; clean: Clean }[] = [
  { type: 'png', isOne: startsWith('89504e470d0a1a0a'), clean: cleanPng },
  { type: 'jpeg', isOne: startsWith('ffd8ff'), clean: cleanJpeg },
  { type: 'gif', isOne: (bytes) => /^GIF8[79]a/.test(textAt(bytes, 0, 6)), clean: cleanGif },
  { type: 'webp', isOne: (bytes) => /^RIFF.{4}WEBP/s.test(textAt(bytes, 0, 12)), clean: cleanWebp },
  { type: 'avif', isOne: (bytes) => textAt(bytes, 4, 8) === 'ftyp', clean: cleanAvif },
]

/**
 * Reads a picture. Its first bytes decide its type. Metadata, such as coordinates and the camera (Exif, XMP, comments),
 * and what follows the picture are dropped. Null for anything but a whole picture of these types.
 */
export function readImage(bytes: Buffer): (Picture & { type: ImageType }) | null {
  const found = TYPES.find(({ isOne }) => isOne(bytes))
  const picture = found && withinBounds(() => found.clean(bytes))
  return picture && picture.width > 0 && picture.height > 0 ? { ...picture, type: found.type } : null
}

/** Returns null if the work reads after the end of the bytes. */
function withinBounds<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function startsWith(hex: string): (bytes: Buffer) => boolean {
  const start = Buffer.from(hex, 'hex')
  return (bytes) => bytes.subarray(0, start.length).equals(start)
}

const textAt = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
