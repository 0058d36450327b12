import { EXTENSIONS } from './image.ts'

/** Path of an uploaded picture, which texts and addresses store, so that they survive a change of the public URL. */
const PATH = String.raw`/uploads/[\w-]{22}\.(?:${Object.values(EXTENSIONS).join('|')})(?![\w-])`
const WHOLE = new RegExp(`^${PATH}$`)
/** A path that starts a text, the value of an attribute or the address of a link in Markdown. */
const IN_TEXT = new RegExp(`(^|["'(\\s])(${PATH})`, 'g')

/** Whether a text is the path of an uploaded picture. */
export const isUploadPath = (text: string): boolean => WHOLE.test(text)

/** Returns a text in which the pictures of this server have their whole address. */
export const withUploadUrls = (text: string, { publicUrl }: { publicUrl: string }): string =>
  text.includes('/uploads/') ? text.replace(IN_TEXT, `$1${publicUrl}$2`) : text

/** Returns a value as sent in which the pictures of this server have their path, in all texts. */
export function withUploadPaths<Value>(value: Value, site: { publicUrl: string }): Value {
  const prefix = `${site.publicUrl}/uploads/`
  const convert = (part: unknown): unknown => {
    if (typeof part === 'string') return part.includes(prefix) ? part.replaceAll(prefix, '/uploads/') : part
    if (Array.isArray(part)) return part.map(convert)
    if (typeof part !== 'object' || part === null || part instanceof Date) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, convert(one)]))
  }
  return convert(value) as Value
}
