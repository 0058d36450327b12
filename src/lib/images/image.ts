import type { Metadata } from 'sharp'
import { FairQueue, limits } from '../concurrency/fair-queue.ts'
import { AppError, unprocessable } from '../errors.ts'

/** Types of pictures that browsers show and that contain no script, with the extensions of their files. */
export const EXTENSIONS = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp', avif: 'avif' } as const
export type ImageType = keyof typeof EXTENSIONS
export const IMAGE_TYPES = Object.keys(EXTENSIONS) as ImageType[]

/** Bytes of a picture, and its size in pixels. */
export type Picture = { type: ImageType; width: number; height: number; bytes: Buffer }
/** Facts in the header of a picture. */
type Header = Pick<Metadata, 'width' | 'height' | 'isPalette' | 'space'> & { type: ImageType; frames: number }

const FIRST_BYTES: Readonly<Record<ImageType, RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
  avif: /^.{4}ftyp/s,
}
const START_OF_SCAN = Buffer.from([0xff, 0xda])

/** Maximum numbers of megapixels. The decoder of AVIF needs about 20 bytes for a pixel, others 1 to 10. */
const MAX_MEGAPIXELS: Readonly<Record<ImageType, number>> = { png: 40, jpeg: 40, gif: 40, webp: 40, avif: 16 }
/** Maximum number of pixels of all frames or scans, and of frames, which bound the time of the decoder. */
const MAX_DECODED = 1_000_000_000
const MAX_FRAMES = 20_000
const MAX_SECONDS = 20
/** Maximum length of a side that is returned, and pixels of all frames together, which are in memory at once. */
const MAX_SIDE = 2_560
const MAX_MOVING = 100_000_000

const turns = new FairQueue(limits({ most: 2, mostOfKey: 1 }))

/**
 * Reads a picture. Its first bytes decide its type, which stays. Returns it with the right side up, at most 2,560
 * pixels on the longer side and 100 megapixels in all frames, in 8 bits of sRGB, and without metadata. Reads two at
 * once, in other threads, and one of each reader. Readers take turns.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for anything but a whole picture, UNPROCESSABLE for too many pixels and for
 * one that takes longer than 20 seconds
 */
export function readImage(bytes: Buffer, reader: number): Promise<Picture> {
  return turns.run(reader, async () => {
    const header = await headerOf(bytes)
    const { type, frames } = header
    const open = await opener()
    const written = open(bytes, { limitInputPixels: MAX_DECODED, pages: frames, autoOrient: true })
      .resize({ width: sideOf(header), height: sideOf(header), fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
      .toColourspace(header.space === 'b-w' || header.space === 'grey16' ? 'b-w' : 'srgb')
      .toFormat(type, formatOf(header, bytes))
      .toBuffer({ resolveWithObject: true })
    const { data, info } = await written.catch(refuse)
    return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data }
  })
}

async function headerOf(bytes: Buffer): Promise<Header> {
  const start = bytes.toString('latin1', 0, 12)
  const type = IMAGE_TYPES.find((one) => FIRST_BYTES[one].test(start))
  if (!type) throw noPicture()
  const open = await opener()
  const moves = type === 'gif' || type === 'webp'
  const found = await open(bytes, { limitInputPixels: false, pages: moves ? -1 : 1 })
    .metadata()
    .catch(refuse)
  const { width, pageHeight: height = found.height, isPalette, space } = found
  const frames = moves ? (found.pages ?? 1) : 1
  if (frames > MAX_FRAMES) throw noPicture()
  const most = MAX_MEGAPIXELS[type]
  if (width * height > most * 1_000_000) throw unprocessable('file', `has more than ${most} megapixels`)
  if (width * height * (type === 'jpeg' ? scansOf(bytes) : frames) > MAX_DECODED)
    throw unprocessable('file', 'has more than 1,000 megapixels in all frames or scans')
  return { type, frames, width, height, isPalette, space }
}

const noPicture = () =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send a picture as PNG, JPEG, GIF, WebP or AVIF')

function refuse(error: Error): never {
  if (!error.message.startsWith('timeout')) throw noPicture()
  throw unprocessable('file', `takes longer than ${MAX_SECONDS} seconds to read`)
}

/** Opens pictures of these types, which must be whole. The library takes 20 MB, and is loaded at the first picture. */
const opener = () => (loading ??= load())
let loading: ReturnType<typeof load> | undefined

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['PngBuffer', 'JpegBuffer', 'NsgifBuffer', 'WebpBuffer', 'HeifBuffer']
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  return (bytes: Buffer, options: Parameters<typeof sharp>[1]) =>
    sharp(bytes, { failOn: 'error', ...options })
}

/** Number of scans of a JPEG, each of which may fill all pixels. Their data never has the marker (T.81 B.1.1.5). */
function scansOf(bytes: Buffer): number {
  let scans = 0
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) scans++
  return scans
}

function sideOf({ frames, width, height }: Header): number {
  const scale = frames > 1 ? Math.sqrt(MAX_MOVING / (width * height * frames)) : 1
  return Math.min(MAX_SIDE, Math.max(1, Math.floor(Math.max(width, height) * Math.min(1, scale))))
}

/** Options of the written picture. It loses nothing where it lost nothing before, and keeps its size. */
function formatOf(header: Header, bytes: Buffer) {
  const { type, width, height, isPalette } = header
  const isKept = Math.max(width, height) <= sideOf(header)
  if (type === 'png')
    return { palette: isKept && isPalette, quality: 100, dither: 0, adaptiveFiltering: true }
  if (type === 'webp')
    return { lossless: isKept && header.frames === 1 && bytes.includes('VP8L'), quality: 85, effort: 2 }
  if (type === 'gif') return { effort: 1 }
  return type === 'avif' ? { quality: 60, effort: 2 } : { quality: 85 }
}
