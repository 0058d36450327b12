import { unescape } from 'node:querystring'
import { AppError } from '../src/lib/errors.ts'

/**
 * Maximum number of characters of a list's address. The `Link` header repeats it, and common clients accept
 * 16 kB of headers in total. RFC 9110 section 4.1 recommends supporting at least 8,000.
 */
const MAX_ADDRESS = 12_000
/** Maximum number of characters into which `encoded` turns one character of an address, which is at most U+00FF. */
const MAX_ENCODED = 6

/**
 * Rejects the address of a list that is too long for a `Link` header.
 * @throws AppError URI_TOO_LONG
 */
export function assertRepeatable(url: string): void {
  if (url.length * MAX_ENCODED <= MAX_ADDRESS || encoded(url).length <= MAX_ADDRESS) return
  throw new AppError('URI_TOO_LONG', `The address is longer than ${MAX_ADDRESS} characters`)
}

/** A page of a list. */
type Page = { number: number; hasNext: boolean; isEmpty: boolean }

/**
 * Returns a `Link` header (RFC 8288) for the neighbours of a page of a list, with all other parameters as sent:
 * `next` while there are more items, `prev` and `first` after the first page, `last` on the last of several
 * pages, only `first` beyond it. Only `next` is sent if the others do not fit. Null if the list has one page.
 */
export function pageLinks(origin: string, url: string, page: Page): string | null {
  const [path = '', ...rest] = withoutOrigin(url).split('?')
  const parameters = rest.join('?').split('&')
  const others = parameters.filter((parameter) => parameter !== '' && !isPage(parameter))
  const target = (number: number) =>
    `${origin}${encoded(`${path}?${[...others, `page=${number}`].join('&')}`)}`
  const next = page.hasNext ? [`<${target(page.number + 1)}>; rel="next"`] : []
  const links = [...next, ...backLinks(page).map(([rel, number]) => `<${target(number)}>; rel="${rel}"`)]
  const all = links.join(', ')
  return (all.length <= MAX_ADDRESS ? all : next.join()) || null
}

function backLinks({ number, hasNext, isEmpty }: Page): [rel: string, page: number][] {
  if (number <= 1) return []
  // The page before an empty one may be empty too.
  if (isEmpty) return [['first', 1]]
  const last: [string, number][] = hasNext ? [] : [['last', number]]
  return [['prev', number - 1], ['first', 1], ...last]
}

/** A request may name its target with scheme and host (RFC 9112 section 3.2.2). */
const withoutOrigin = (url: string) => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')

const isPage = (parameter: string) => {
  const [name = ''] = parameter.split('=', 1)
  return unescape(name) === 'page'
}

/** Percent-encodes the characters of an address that a URI may not contain (RFC 3986 section 2). */
const encoded = (url: string) => url.replace(/[^\w\-.~:/?[\]@!$&'()*+,;=%]/g, encodeURIComponent)
