import type { ImageType } from './image.ts'

/** Extensions of the files of pictures by their type. */
export const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
}
