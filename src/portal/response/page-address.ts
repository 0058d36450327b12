import type { Request } from 'express'
import { AppError } from '../../lib/errors.ts'

/** Parameters that pages read. Links and forms keep them, and pages depend on no others. */
const PARAMETERS = [
  'q',
  'sort',
  'status',
  'label',
  'title',
  'description',
  'bucket',
  'part',
  'after',
  'before',
  'lang',
] as const
/** Maximum number of characters of an address (RFC 9110 section 4.1 recommends 8,000 for any kind). */
const MAX_ADDRESS = 2_048

/**
 * Returns the address of a page: the path and those parameters that pages read, each once, in one order. The last of
 * several values counts.
 * @throws AppError URI_TOO_LONG for an address of more than 2 kB
 */
export function pageAddress({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  if (originalUrl.length > MAX_ADDRESS)
    throw new AppError('URI_TOO_LONG', `The address has more than ${MAX_ADDRESS} characters`)
  const [path = '', query] = originalUrl.split(/\?(.*)/s)
  if (!query) return path
  const sent = new URLSearchParams(query)
  const kept = PARAMETERS.flatMap((name) => {
    const value = sent.getAll(name).at(-1)
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept).toString()}`
}
