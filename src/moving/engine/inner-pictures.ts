import { createHash } from 'node:crypto'
import type { RichText } from '../records.ts'

const DATA = /data:image\/[\w.+-]+;base64,([\w+/]+={0,2})/gi
const REST = /(?<=["'(<]\s*)data:image\//gi

/** Key of a picture inside of a text: the hash of its base64 text. */
const pictureKey = (base64: string) => `data-${createHash('sha256').update(base64).digest('hex')}`

/** Pictures inside of texts as `data:` addresses (RFC 2397), by key, in base64. Plain texts contain none. */
export function innerPictures(texts: readonly RichText[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const text of texts)
    if (!('plain' in text))
      for (const [, base64 = ''] of (Object.values(text)[0] ?? '').matchAll(DATA))
        found.set(pictureKey(base64), base64)
  return found
}

/** Replaces the addresses of stored pictures. Others stay, and the sanitizer removes them. Returns their number. */
export function replaceInner(
  text: string,
  urls: ReadonlyMap<string, string>,
): { replaced: string; left: number } {
  if (!text.includes('data:')) return { replaced: text, left: 0 }
  const replaced = text.replaceAll(DATA, (address, base64: string) => urls.get(pictureKey(base64)) ?? address)
  return { replaced, left: replaced.match(REST)?.length ?? 0 }
}
