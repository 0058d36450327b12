import { escapeHtml } from './plain-text.ts'

const IMAGE = /<img\b[^>]*>/g
const IMAGE_OR_LINK = /<img\b[^>]*>|<\/?a\b[^>]*>/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Returns the text of an attribute of safe HTML, whose values have no other entities. */
export const attributeText = (value: string): string =>
  value.replaceAll(/&(amp|lt|gt|quot);/g, (entity, name: string) => ENTITIES[name] ?? entity)

/**
 * Whether safe HTML has a picture with an `http:` address. The policy of all pages (CSP `img-src`) has `https:` alone,
 * so that no reader sees it.
 */
export const hasHttpPicture = (html: string): boolean =>
  html.includes('<img') && [...html.matchAll(IMAGE)].some(([tag]) => isHttp(attributeOf(tag, 'src')))

/**
 * Replaces the pictures of safe HTML with an `http:` address by links to them, or by their words inside of a link. The
 * words are the alternative text, or else the address. Keeps those that are `isShown`. Returns also their number.
 */
export function linkHttpPictures(
  html: string,
  isShown: (address: string) => boolean,
): { html: string; linked: number } {
  let linked = 0
  let isInLink = false
  const replaced = html.replaceAll(IMAGE_OR_LINK, (tag) => {
    if (!tag.startsWith('<img')) {
      isInLink = !tag.startsWith('</')
      return tag
    }
    const address = attributeOf(tag, 'src')
    if (!isHttp(address) || isShown(address)) return tag
    linked += 1
    const words = escapeHtml(attributeOf(tag, 'alt').trim() || address)
    const target = escapeHtml(address).replaceAll('"', '&quot;')
    return isInLink ? words : `<a href="${target}" rel="noopener noreferrer nofollow">${words}</a>`
  })
  return { html: replaced, linked }
}

const attributeOf = (tag: string, name: 'src' | 'alt') =>
  attributeText(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Whether browsers read an address as one of HTTP, as `\thttp:/x` is. */
const isHttp = (address: string) => URL.parse(address, 'https://page.invalid')?.protocol === 'http:'
