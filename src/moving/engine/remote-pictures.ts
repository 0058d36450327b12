import { createHash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { sanitize } from '../../lib/rich-text/html.ts'
import type { RichText } from '../records.ts'
import { htmlOf } from './text.ts'

/** Start of the keys of pictures that were at other addresses. */
export const REMOTE = 'remote:'
/** Longer addresses stay as they are. */
const MAX_ADDRESS = 2_000
const MAX_TEXT = 500_000
const IMAGE = /(<img\b[^>]*?\ssrc=")(https?:[^"]*)(")/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Key of a picture at another address. */
export const remoteKey = (address: string): string =>
  REMOTE + createHash('sha256').update(address).digest('base64url')

const addressIn = (attribute: string) =>
  attribute.replaceAll(/&(amp|lt|gt|quot);/g, (entity, name: string) => ENTITIES[name] ?? entity)

const isRemote = (address: string, publicUrl: string) =>
  address.length <= MAX_ADDRESS && !address.startsWith(`${publicUrl}/uploads/`)

/** Addresses of the pictures of safe HTML that this service does not have. */
export function remoteAddresses(html: string, publicUrl: string): string[] {
  if (!html.includes('<img')) return []
  return [...html.matchAll(IMAGE)]
    .map(([, , attribute = '']) => addressIn(attribute))
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
    const url = urls.get(remoteKey(addressIn(attribute)))
    return url === undefined ? tag : `${before}${url}${after}`
  })
}
