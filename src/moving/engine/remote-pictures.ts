import { createHash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { sanitize } from '../../lib/rich-text/html.ts'
import { attributeText } from '../../lib/rich-text/http-pictures.ts'
import type { RichText } from '../records.ts'
import { htmlOf } from './text.ts'

/** Start of the keys of pictures that were at other addresses. */
export const REMOTE = 'remote:'
/** Longer addresses stay as they are. */
const MAX_ADDRESS = 2_000
const MAX_TEXT = 500_000
const IMAGE = /(<img\b[^>]*?\ssrc=")(https?:[^"]*)(")/g

/** Key of a picture at another address. */
export const remoteKey = (address: string): string =>
  REMOTE + createHash('sha256').update(address).digest('base64url')

/** Whether an address is that of a picture of this service. */
export const isOwnAddress = (address: string, publicUrl: string): boolean =>
  address.startsWith(`${publicUrl}/uploads/`)

const isRemote = (address: string, publicUrl: string) =>
  address.length <= MAX_ADDRESS && !isOwnAddress(address, publicUrl)

/** Addresses of the pictures of safe HTML that this service does not have. */
export function remoteAddresses(html: string, publicUrl: string): string[] {
  if (!html.includes('<img')) return []
  return [...html.matchAll(IMAGE)]
    .map(([, , attribute = '']) => attributeText(attribute))
    .filter((address) => isRemote(address, publicUrl))
}

/** Addresses of the pictures of a text of a source, as they are in its safe form. */
export function remoteAddressesOf(text: RichText, publicUrl: string): string[] {
  const given = Object.values(text)[0] ?? ''
  if ('plain' in text || given.length > MAX_TEXT || !/!\[|<img/i.test(given)) return []
  try {
    return remoteAddresses(sanitize(htmlOf(text)), publicUrl)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return []
  }
}

/** Replaces the addresses of pictures that are stored here, by key, in safe HTML. */
export function withStored(html: string, urls: ReadonlyMap<string, string>): string {
  if (urls.size === 0 || !html.includes('<img')) return html
  return html.replaceAll(IMAGE, (tag, before: string, attribute: string, after: string) => {
    const url = urls.get(remoteKey(attributeText(attribute)))
    return url === undefined ? tag : `${before}${url}${after}`
  })
}
