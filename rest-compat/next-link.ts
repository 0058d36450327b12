import { unescape } from 'node:querystring'
import { AppError } from '../src/lib/errors.ts'

/**
 * Maximum number of characters of a list's address. The `Link` header repeats it, and common clients accept
 * 16 kB of headers in total. RFC 9110 section 4.1 recommends supporting at least 8,000.
 */
const MAX_ADDRESS = 12_000
/** Maximum number of characters that `encodeURI` makes of one character. */
const MAX_ENCODED = 6

/**
 * Rejects the address of a list that is too long for a `Link` header.
 * @throws AppError URI_TOO_LONG
 */
export function assertRepeatable(url: string): void {
  if (url.length * MAX_ENCODED <= MAX_ADDRESS || encoded(url).length <= MAX_ADDRESS) return
  throw new AppError('URI_TOO_LONG', `The address is longer than ${MAX_ADDRESS} characters`)
}

/**
 * Returns a `Link` header (RFC 8288) for the page after `page` of the same list, with all other parameters as
 * sent.
 */
export function nextLink(origin: string, url: string, page: number): string {
  const [path = '', ...rest] = withoutOrigin(url).split('?')
  const parameters = rest.join('?').split('&')
  const others = parameters.filter((parameter) => parameter !== '' && !isPage(parameter))
  return `<${origin}${encoded(`${path}?${[...others, `page=${page + 1}`].join('&')}`)}>; rel="next"`
}

/** A request may name its target with scheme and host (RFC 9112 section 3.2.2). */
const withoutOrigin = (url: string) => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')

const isPage = (parameter: string) => {
  const [name = ''] = parameter.split('=', 1)
  return unescape(name) === 'page'
}

/** Percent-encodes the characters of an address that a URI may not contain (RFC 3986 section 2). */
const encoded = (url: string) => url.replace(/[^\w\-.~:/?[\]@!$&'()*+,;=%]/g, encodeURIComponent)
