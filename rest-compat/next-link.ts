import { unescape } from 'node:querystring'
import { AppError } from '../src/lib/errors.ts'

/**
 * Characters of the longest address of a list. It returns in `Link`, and common clients accept 16 kB of headers in all;
 * RFC 9110 section 4.1 recommends to support 8,000 at least.
 */
const MAX_ADDRESS = 12_000
/** The most characters that `encodeURI` makes of one that can be sent. */
const MAX_ENCODED = 6

/**
 * Refuses the address of a list that is too long to be repeated in a `Link` header.
 * @throws AppError URI_TOO_LONG
 */
export function assertRepeatable(url: string): void {
  if (url.length * MAX_ENCODED <= MAX_ADDRESS || encoded(url).length <= MAX_ADDRESS) return
  throw new AppError('URI_TOO_LONG', `The address is longer than ${MAX_ADDRESS} characters`)
}

/** A `Link` header (RFC 8288) to the page after `page` of the same list; all other parameters are as they were sent. */
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

/** The address with what no URI may contain percent-encoded (RFC 3986 section 2). */
const encoded = (url: string) => url.replace(/[^\w\-.~:/?[\]@!$&'()*+,;=%]/g, encodeURIComponent)
