import { EXTENSIONS, IMAGE_TYPES, type ImageType } from '../../lib/images/image.ts'

/** An upload as its address names it. */
type Named = { key: string; type: ImageType }

const PATH = '/uploads/'
const NAMES = IMAGE_TYPES.map((type) => EXTENSIONS[type]).join('|')
const FILE = new RegExp(`^([\\w-]{22})\\.(${NAMES})$`)
const IN_TEXT = new RegExp(`${PATH}([\\w-]{22})\\.(?:${NAMES})(?![\\w-])`, 'g')

/** Returns the address of an upload on this server. */
export const uploadUrl = ({ key, type }: Named, { publicUrl }: { publicUrl: string }): string =>
  `${publicUrl}${PATH}${uploadFileName({ key, type })}`

/** Returns the last part of the address of an upload. */
export const uploadFileName = ({ key, type }: Named): string => `${key}.${EXTENSIONS[type]}`

/** Returns the upload that the last part of an address names. Null if it names none. */
export function parseUploadFile(file: string): Named | null {
  const [, key, extension] = FILE.exec(file) ?? []
  const type = IMAGE_TYPES.find((one) => EXTENSIONS[one] === extension)
  return key === undefined || type === undefined ? null : { key, type }
}

/** Returns the keys of the uploads whose addresses a text contains, in order. Almost all texts contain none. */
export function uploadKeysIn(html: string): string[] {
  if (!html.includes(PATH)) return []
  return [
    ...new Set([...html.matchAll(IN_TEXT)].flatMap(([, key]) => (key === undefined ? [] : [key]))),
  ].sort()
}
