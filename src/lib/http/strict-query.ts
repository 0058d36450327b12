import { parse } from 'node:querystring'
import type { Request } from 'express'
import { invalidParam } from '../errors.ts'

const REPLACED = '\uFFFD'
/** A text that every parameter refuses. */
const ILL_FORMED = '\uD800'

/**
 * Returns the query of a request. Bytes that are not UTF-8 have been read as replacement characters. Here they are
 * invalid Unicode, so that their parameter is refused.
 */
export function strictQuery({
  query: received,
  originalUrl: url,
}: Pick<Request, 'query' | 'originalUrl'>): Record<string, unknown> {
  const query: Record<string, unknown> = received
  const isReplaced = Object.values(query).some((value) => [value].flat().join().includes(REPLACED))
  if (!isReplaced) return query
  return parse(url.slice(url.indexOf('?') + 1), '&', '=', { maxKeys: 0, decodeURIComponent: strictText })
}

/** A percent sign that encodes nothing, which is text. */
const STRAY = /%(?![\da-f]{2})/gi

function strictText(text: string): string {
  try {
    return decodeURIComponent(text.replace(STRAY, '%25'))
  } catch {
    return ILL_FORMED
  }
}

/**
 * Returns a parameter of the query. Undefined if it is absent or repeated.
 * @throws AppError INVALID_PARAM for bytes that are not UTF-8
 */
export function queryText(request: Pick<Request, 'query' | 'originalUrl'>, name: string): string | undefined {
  const value = strictQuery(request)[name]
  if (typeof value !== 'string') return undefined
  if (!value.isWellFormed()) throw invalidParam(name, 'is not valid Unicode')
  return value
}
